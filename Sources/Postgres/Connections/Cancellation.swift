import CLibPQ

/// The request to cancel the statement that runs on one connection. `PQcancel` opens a separate connection and blocks its thread, so a new
/// thread calls it. The pooled connection takes no segment until `PQcancel` has returned, because a late request would cancel the wrong
/// statement.
struct Cancellation {
    private let token: Int
    private unowned let thread: IOThread
    /// The time by which the request must be complete. Nil if no request is under way.
    private(set) var limit: UInt64?
    private var number = 0

    init(token: Int, thread: IOThread) {
        self.token = token
        self.thread = thread
    }

    var isUnderWay: Bool { limit != nil }

    mutating func request(_ connection: OpaquePointer, limit: UInt64) {
        guard let handle = PQgetCancel(connection) else { return }
        number += 1
        self.limit = limit
        let request = Request(handle: handle)
        let (thread, token, number) = (thread, token, number)
        // This does not run on one of the few threads of Dispatch, because a server that does not answer blocks the thread all the time.
        POSIXThread.start(name: "postgres-cancel") {
            request.send()
            thread.post(.cancelSent(token, number))
        }
    }

    mutating func sent(_ number: Int) { if number == self.number { limit = nil } }

    mutating func forget() { limit = nil }

    /// A `PGcancel` of libpq, which may be used on another thread.
    private struct Request: @unchecked Sendable {
        let handle: OpaquePointer

        func send() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(handle, &message, 256)
            PQfreeCancel(handle)
        }
    }
}
