import DequeModule
import Glibc
import Hummingbird
import Logging
import NIOCore

/// The connections of one event loop, and their clock.
final class ConnectionLoop {
    let limits: ConnectionLimits
    /// The time of the last sweep. That is exact enough for limits in seconds, and costs nothing.
    private(set) var now: NIODeadline
    private(set) var date = ConnectionLoop.dateLine(0)
    private var dateSeconds = 0
    let handler: any RequestHandler
    let executor: LoopExecutor
    let logger: Logger
    private let counters: ConnectionCounters
    private let lateness: LongestDelay
    /// The time when the last sweep was due. Nil once the loop has looked at its sockets after that sweep.
    private var dueAt: NIODeadline?
    private var sweptAt = NIODeadline.now()
    private var connections: [Connection] = []
    /// Requests that are no longer held, but not handled yet.
    private var woken = Deque<(connection: Connection, poll: Poll)>()
    private var wokenAtWork = 0
    private var unsent = 0
    /// Connections with several requests at once that have handled one of them, and wait for their next turn.
    private var inLine = Deque<Connection>()
    /// How many requests of `woken` may still be handled before all other connections have had a turn.
    private var allowance = ConnectionLoop.wokenAtOnce
    /// The numbers of woken requests, and of connections with several requests, that are handled at once. Others are then not kept waiting,
    /// and the batch takes no longer in all.
    private static let wokenAtOnce = 32
    private static let turnsAtOnce = 16
    private var pass: SelectorPass?

    init(table: ConnectionTable, eventLoop: any EventLoop) {
        limits = table.limits
        now = limits.clock()
        (handler, logger) = (table.handler, table.logger)
        executor = LoopExecutor(eventLoop)
        counters = table.counters
        lateness = table.lateness
        setDate()
        pass = SelectorPass(eventLoop) { [weak self] in self?.takeTurns() }
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

    /// Queues a request for handling because its hold has ended.
    func wake(_ connection: Connection, _ poll: Poll) {
        woken.append((connection, poll))
        counters.woken.add(1, ordering: .relaxed)
        handleWoken()
    }

    func wokenLeft() {
        wokenAtWork -= 1
        handleWoken()
    }

    private func handleWoken() {
        while wokenAtWork < Self.wokenAtOnce, !woken.isEmpty {
            guard allowance > 0, let (connection, poll) = woken.popFirst() else {
                pass?.request()
                return
            }
            allowance -= 1
            counters.woken.subtract(1, ordering: .relaxed)
            if connection.handleAgain(poll) { wokenAtWork += 1 }
        }
    }

    /// Queues a connection for its next turn, behind the connections that wait already and those with new input.
    func line(_ connection: Connection) {
        inLine.append(connection)
        pass?.request()
    }

    private func takeTurns() {
        if let dueAt { lateness.note((.now() - dueAt).nanoseconds) }
        (dueAt, allowance) = (nil, Self.wokenAtOnce)
        for _ in 0..<min(Self.turnsAtOnce, inLine.count) { inLine.popFirst()?.takeTurn() }
        if !inLine.isEmpty { pass?.request() }
        handleWoken()
    }

    func dropped(_ drop: ConnectionCounters.Drop) { counters.dropped(drop) }
    func received(_ bytes: Int) { counters.bodyBytes.add(bytes, ordering: .relaxed) }
    func sent(_ bytes: Int) { counters.sentBytes.add(bytes, ordering: .relaxed) }

    func sweep() {
        dueAt = sweptAt + .milliseconds(Int64(limits.sweep))
        (now, sweptAt) = (limits.clock(), .now())
        setDate()
        pass?.request()
        // The order is backwards, because a removed connection is replaced by the last one.
        for slot in connections.indices.reversed() where slot < connections.count { connections[slot].check() }
        noteUnsent()
        if counters.unsentBytes.load(ordering: .relaxed) > limits.unsent { shed() }
    }

    /// Closes the connections with the most unsent bytes until all loops together are within the limit. A loop with less than its share
    /// closes none.
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
