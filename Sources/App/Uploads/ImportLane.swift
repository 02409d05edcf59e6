import Glibc
import NIOPosix

/// Limits the work on imported files of rows, such as catalogues and lists of laps: two files at a time, and one for each account. Parsing
/// needs much processor time, so it runs on its own thread. Event loops and uploads of photos do not wait for it.
final class ImportLane: Sendable {
    let places = FairSemaphore(FairSemaphore.Limits(count: 2, perAccount: 1, secondPlaceBelow: 0, maxWaiting: 20, maxWait: .seconds(30)))
    /// The nice value of the thread for imports. It gives all other work a higher priority.
    private static let niceness: Int32 = 10

    private static let thread = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()

    /// Runs `body` when a place is free. Throws `Refusal` if the account has another import, too many imports wait, or the wait is too
    /// long.
    func work<Value: Sendable>(for requester: Requester, _ body: () async throws -> Value) async throws -> Value {
        do {
            try await places.enter(requester)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Other files are being read at the moment. Try again in a minute.")
            refusal.retryAfter = 60
            throw refusal
        }
        defer { places.leave(requester) }
        return try await body()
    }

    /// Runs a computation that may take seconds, such as parsing a whole file, on the thread for imports.
    static func compute<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await thread.runIfActive {
            // On Linux this is the priority of the thread, not of the process (setpriority(2), "C library/kernel differences").
            setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
            return try work()
        }
    }

    static func change<Value: Sendable>(_ value: inout Value, _ change: @escaping @Sendable (inout Value) -> Void) async throws {
        let before = value
        value = try await compute {
            var changed = before
            change(&changed)
            return changed
        }
    }
}
