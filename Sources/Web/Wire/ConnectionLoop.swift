import DequeModule
import Glibc
import Hummingbird
import Logging
import NIOCore

/// The connections of one event loop, and its clock.
final class ConnectionLoop {
    let limits: ConnectionLimits
    /// The time of the last sweep: near enough for limits of seconds, and free.
    private(set) var now: NIODeadline
    /// The line of an answer's head that tells the time.
    private(set) var date = ConnectionLoop.dateLine(0)
    private var dateSeconds = 0
    let handler: any RequestHandler
    let executor: LoopExecutor
    let logger: Logger
    private let counters: ConnectionCounters
    private let lateness: LongestDelay
    /// When the last sweep was due, until the loop has looked at what has come since.
    private var dueAt: NIODeadline?
    private var sweptAt = NIODeadline.now()
    private var connections: [Connection] = []
    /// Requests whose hold has ended, and that are not handled yet.
    private var woken = Deque<(connection: Connection, poll: Poll)>()
    private var wokenAtWork = 0
    /// Bytes that these connections' clients do not take, at the last look.
    private var unsent = 0
    /// Connections whose clients have sent several requests at once, and had one of them handled: the others wait for their turn.
    private var inLine = Deque<Connection>()
    /// How many of `woken` are still handled before everybody else has had a turn.
    private var allowance = ConnectionLoop.wokenAtOnce
    /// Of a crowd that wakes for the same news, and of those in line, so many are handled at once: others are not kept waiting, and it costs
    /// them no more time.
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

    /// Has a connection take its turn when those before it, and whoever else has sent something, have had theirs.
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
