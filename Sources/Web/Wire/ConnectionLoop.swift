import DequeModule
import Glibc
import Hummingbird
import Logging
import NIOCore

/// The connections of one event loop, and the clock that they share.
final class ConnectionLoop {
    let limits: ConnectionLimits
    /// The time of the last check of all connections. It is exact enough for limits in seconds, and reading it costs nothing.
    private(set) var now: NIODeadline
    private(set) var date = ConnectionLoop.dateLine(0)
    private var dateSeconds = 0
    let handler: any RequestHandler
    let executor: LoopExecutor
    let logger: Logger
    private let counters: ConnectionCounters
    private let lateness: LongestDelay
    /// The time for which the last check was planned. `takeTurns`, which runs after the event loop has looked for input on its sockets,
    /// records the delay since then, and sets `dueAt` to nil.
    private var dueAt: NIODeadline?
    private var sweptAt = NIODeadline.now()
    private var connections: [Connection] = []
    /// Long polls whose wait has ended, but that are not handled yet.
    private var woken = Deque<(connection: Connection, poll: Poll)>()
    private var wokenAtWork = 0
    private var unsent = 0
    /// Connections with several waiting requests that have handled one of them, and wait for their next turn.
    private var queue = Deque<Connection>()
    /// The number of requests in `woken` that may still be handled before all other connections have had their turn.
    private var allowance = ConnectionLoop.wokenAtOnce
    /// The maximum number of woken requests (`wokenAtOnce`) and of waiting connections (`turnsAtOnce`) that are handled in one pass of the
    /// event loop. The numbers are small, so that other connections do not wait long. Several small passes take no longer than one large
    /// pass.
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

    /// Adds a held request to the requests that are handled again, because its wait has ended.
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

    /// Adds a connection at the end of the queue for its next turn. The connections that wait there already, and those with new input, have
    /// their turns before it.
    func enqueue(_ connection: Connection) {
        queue.append(connection)
        pass?.request()
    }

    private func takeTurns() {
        if let dueAt { lateness.record((.now() - dueAt).nanoseconds) }
        (dueAt, allowance) = (nil, Self.wokenAtOnce)
        for _ in 0..<min(Self.turnsAtOnce, queue.count) { queue.popFirst()?.takeTurn() }
        if !queue.isEmpty { pass?.request() }
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
        // The order is backwards, because the last connection takes the slot of a removed connection.
        for slot in connections.indices.reversed() where slot < connections.count { connections[slot].check() }
        updateUnsent()
        if counters.unsentBytes.load(ordering: .relaxed) > limits.unsent { shed() }
    }

    /// Closes the connections with the most unsent bytes until all event loops together are within the limit. An event loop that has less
    /// than its share of the limit closes no connection.
    private func shed() {
        for holder in connections.filter({ $0.unsent > 0 }).sorted(by: { $0.unsent > $1.unsent })
        where unsent > limits.unsent / System.coreCount && counters.unsentBytes.load(ordering: .relaxed) > limits.unsent {
            let bytes = holder.unsent
            holder.shed()
            counters.unsentBytes.subtract(bytes, ordering: .relaxed)
            unsent -= bytes
        }
    }

    private func updateUnsent() {
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
