import Glibc
import NIOPosix

/// Works on imports: files of rows such as catalogues and logs. It works on two at a time. An account has one, working or waiting. Reading them needs
/// much processor time, so it happens on a thread of its own: neither event loops nor uploads of photos wait for it.
final class ImportLane: Sendable {
    let places = FairSemaphore(FairSemaphore.Limits(count: 2, ofAccount: 1, further: 0, line: 20, patience: .seconds(30)))
    /// Added to the priority of the thread: everything else goes first.
    private static let niceness: Int32 = 10

    /// One for the process.
    private static let thread = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()

    /// Waits for a place, and does the work of an import. Throws `Refusal` if too many wait, or for too long.
    func work<Value: Sendable>(for holder: Holder, _ body: () async throws -> Value) async throws -> Value {
        do {
            try await places.enter(holder)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Other files are being read at the moment. Try again in a minute.")
            refusal.retryAfter = 60
            throw refusal
        }
        defer { places.leave(holder) }
        return try await body()
    }

    /// Computes something that may take seconds, such as reading a whole file.
    static func compute<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await thread.runIfActive {
            // On Linux this is the priority of the thread, not of the process (setpriority(2), "C library/kernel differences").
            setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
            return try work()
        }
    }

    /// Changes a value in the same way.
    static func change<Value: Sendable>(_ value: inout Value, _ change: @escaping @Sendable (inout Value) -> Void) async throws {
        let before = value
        value = try await compute {
            var changed = before
            change(&changed)
            return changed
        }
    }
}
