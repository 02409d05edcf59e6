import CLibPQ

/// The cancel request of one connection. `PQcancel` opens a connection of its own and blocks, so another thread calls it. Until it has
/// returned, the pooled connection takes no segment, because a late cancel request would hit the wrong one.
struct Cancellation {
    private let token: Int
    private unowned let thread: IOThread
    /// The time by which the request must be complete. Nil if there is none.
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
        // This does not run on Dispatch's few threads, because a hung server blocks the thread for as long as it hangs.
        POSIXThread.start(name: "postgres-cancel") {
            request.send()
            thread.post(.cancelSent(token, number))
        }
    }

    mutating func sent(_ number: Int) { if number == self.number { limit = nil } }

    mutating func forget() { limit = nil }

    /// A `PGcancel`. libpq allows its use from another thread.
    private struct Request: @unchecked Sendable {
        let handle: OpaquePointer

        func send() {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(handle, &message, 256)
            PQfreeCancel(handle)
        }
    }
}
