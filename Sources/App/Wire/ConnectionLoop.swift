import DequeModule
import Glibc
import Hummingbird
import Logging
import NIOCore

/// The connections of one event loop, and its clock.
final class ConnectionLoop {
    let limits: ConnectionLimits
    /// The time of the last sweep: near enough for limits of seconds, and free.
    private(set) var now = NIODeadline.now()
    /// The line of an answer's head that tells the time.
    private(set) var date = ConnectionLoop.dateLine(0)
    private var dateSeconds = 0
    let door: Door
    let responder: RouterResponder<AppContext>
    let executor: LoopExecutor
    let logger: Logger
    private let counters: ConnectionCounters
    private let lateness: Lateness
    private var connections: [Connection] = []
    /// Requests whose hold has ended, and that are not handled yet.
    private var woken = Deque<(connection: Connection, poll: Poll)>()
    private var wokenAtWork = 0
    /// Bytes that these connections' clients do not take, at the last look.
    private var unsent = 0
    /// Of a crowd that wakes for the same news so many are handled at once: others are not kept waiting, and it costs them no more time.
    private static let wokenAtOnce = 32

    init(table: ConnectionTable, eventLoop: any EventLoop) {
        limits = table.limits
        (door, responder, logger) = (table.door, table.responder, table.logger)
        executor = LoopExecutor(eventLoop)
        counters = table.counters
        lateness = table.lateness
        setDate()
    }

    func add(_ connection: Connection) {
        connection.slot = connections.count
        connections.append(connection)
    }

    func remove(_ connection: Connection) {
        let slot = connection.slot
        guard slot >= 0, let last = connections.popLast() else { return }
        connection.slot = -1
        guard last !== connection else { return }
        connections[slot] = last
        last.slot = slot
    }

    /// The hold of `poll` has ended.
    func wake(_ connection: Connection, _ poll: Poll) {
        woken.append((connection, poll))
        counters.woken.add(1, ordering: .relaxed)
        handleWoken()
    }

    /// One that was woken has been answered.
    func wokenLeft() {
        wokenAtWork -= 1
        handleWoken()
    }

    private func handleWoken() {
        while wokenAtWork < Self.wokenAtOnce, let (connection, poll) = woken.popFirst() {
            counters.woken.subtract(1, ordering: .relaxed)
            if connection.handleAgain(poll) { wokenAtWork += 1 }
        }
    }

    func dropped(_ drop: ConnectionCounters.Drop) { counters.dropped(drop) }
    func sent(_ bytes: Int) { counters.sentBytes.add(bytes, ordering: .relaxed) }

    func sweep() {
        let before = now
        now = .now()
        setDate()
        lateness.note((now - before).nanoseconds - Int64(limits.sweep) * 1_000_000)
        // Backwards, as one that goes is replaced by the last.
        for slot in connections.indices.reversed() where slot < connections.count { connections[slot].check() }
        noteUnsent()
        if counters.unsentBytes.load(ordering: .relaxed) > limits.unsent { shed() }
    }

    /// Drops those who hold most until what all hold is within its bound; on a loop that holds less than its share, nobody.
    private func shed() {
        for holder in connections.filter({ $0.unsent > 0 }).sorted(by: { $0.unsent > $1.unsent })
        where unsent > limits.unsent / System.coreCount && counters.unsentBytes.load(ordering: .relaxed) > limits.unsent {
            let bytes = holder.unsent
            holder.shed()
            counters.unsentBytes.subtract(bytes, ordering: .relaxed)
            unsent -= bytes
        }
    }

    private func noteUnsent() {
        let sum = connections.reduce(0) { $0 + $1.unsent }
        counters.unsentBytes.add(sum - unsent, ordering: .relaxed)
        unsent = sum
    }

    private func setDate() {
        let seconds = time(nil)
        if seconds == dateSeconds { return }
        (dateSeconds, date) = (seconds, Self.dateLine(seconds))
    }

    private static func dateLine(_ seconds: Int) -> ByteBuffer { ByteBuffer(string: "Date: \(HTTPDate(seconds: seconds))\r\n") }
}
