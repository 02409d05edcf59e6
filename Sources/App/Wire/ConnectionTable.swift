import DequeModule
import Glibc
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// What happened to connections since start; read at any time.
final class ConnectionCounters: Sendable {
    /// Why a connection was dropped.
    enum Drop: Int, CaseIterable { case head, body, answer, idle }

    let open = Atomic(0)
    let accepted = Atomic(0)
    let sentBytes = Atomic(0)
    let refusedByLimit = Atomic(0)
    let refusedByAddress = Atomic(0)
    private let head = Atomic(0)
    private let body = Atomic(0)
    private let answer = Atomic(0)
    private let idle = Atomic(0)

    func dropped(_ drop: Drop) {
        switch drop {
        case .head: head.add(1, ordering: .relaxed)
        case .body: body.add(1, ordering: .relaxed)
        case .answer: answer.add(1, ordering: .relaxed)
        case .idle: idle.add(1, ordering: .relaxed)
        }
    }

    func count(of drop: Drop) -> Int {
        switch drop {
        case .head: head.load(ordering: .relaxed)
        case .body: body.load(ordering: .relaxed)
        case .answer: answer.load(ordering: .relaxed)
        case .idle: idle.load(ordering: .relaxed)
        }
    }
}

/// All connections of the server.
final class ConnectionTable: Sendable {
    let limits: ConnectionLimits
    let limit: Int
    let trusted: [Network]
    let door: Door
    let responder: RouterResponder<AppContext>
    let logger: Logger
    let counters = ConnectionCounters()
    /// How late the event loops come to what they were asked to do.
    let lateness = Lateness()
    private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<ConnectionLoop>]>([:])
    private let addresses = Mutex<[String: Int]>([:])

    init(settings: AppSettings, door: Door, responder: RouterResponder<AppContext>, logger: Logger) {
        (self.door, self.responder, self.logger) = (door, responder, logger)
        limits = settings.limits
        limit = settings.connections
        trusted = settings.trustedProxies
    }

    /// The connections of `eventLoop`, on which it has to be called.
    func loop(_ eventLoop: any EventLoop) -> ConnectionLoop {
        let known = loops.withLock { $0[ObjectIdentifier(eventLoop)] }
        if let known { return known.value }
        let loop = NIOLoopBound(ConnectionLoop(table: self, eventLoop: eventLoop), eventLoop: eventLoop)
        loops.withLock { $0[ObjectIdentifier(eventLoop)] = loop }
        let pause = TimeAmount.milliseconds(Int64(limits.sweep))
        eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [weak self] task in
            if self == nil { task.cancel() } else { loop.value.sweep() }
        }
        return loop.value
    }

    /// Takes a place for a new connection, and gives it back when the connection closes. False: there is none.
    func admit(_ channel: any Channel) -> Bool {
        counters.accepted.add(1, ordering: .relaxed)
        let isRoom = counters.open.add(1, ordering: .relaxed).newValue <= limit
        let address = isRoom ? countedAddress(of: channel) : nil
        let isWelcome = address.map(enter) ?? true
        channel.closeFuture.whenComplete { [self] _ in
            counters.open.subtract(1, ordering: .relaxed)
            if let address, isWelcome { leave(address) }
        }
        if !isRoom { counters.refusedByLimit.add(1, ordering: .relaxed) }
        if !isWelcome { counters.refusedByAddress.add(1, ordering: .relaxed) }
        return isRoom && isWelcome
    }

    private func countedAddress(of channel: any Channel) -> String? {
        guard limits.perAddress > 0, let address = channel.remoteAddress?.ipAddress else { return nil }
        return trusted.contains { $0.contains(address) } ? nil : Network.subscriber(of: address)
    }

    private func enter(_ address: String) -> Bool {
        addresses.withLock { addresses in
            guard addresses[address, default: 0] < limits.perAddress else { return false }
            addresses[address, default: 0] += 1
            return true
        }
    }

    private func leave(_ address: String) {
        addresses.withLock { addresses in
            let rest = (addresses[address] ?? 1) - 1
            addresses[address] = rest > 0 ? rest : nil
        }
    }
}

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
        handleWoken()
    }

    /// One that was woken has been answered.
    func wokenLeft() {
        wokenAtWork -= 1
        handleWoken()
    }

    private func handleWoken() {
        while wokenAtWork < Self.wokenAtOnce, let (connection, poll) = woken.popFirst() {
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
    }

    private func setDate() {
        let seconds = time(nil)
        if seconds == dateSeconds { return }
        (dateSeconds, date) = (seconds, Self.dateLine(seconds))
    }

    private static func dateLine(_ seconds: Int) -> ByteBuffer { ByteBuffer(string: "Date: \(HTTPDate(seconds: seconds))\r\n") }
}

/// The longest delay of some moments.
final class Lateness: Sendable {
    private let longest = Atomic<Int64>(0)
    private let latest = Atomic<Int64>(0)

    /// Nanoseconds.
    func note(_ delay: Int64) {
        latest.store(max(0, delay), ordering: .relaxed)
        longest.max(delay, ordering: .relaxed)
    }

    /// The last delay, and the longest since this was last asked.
    func take() -> (latest: Int64, longest: Int64) {
        (latest.load(ordering: .relaxed), longest.exchange(0, ordering: .relaxed))
    }
}
