import Hummingbird
import Logging
import NIOCore
import Synchronization

/// All connections of the server, with their limits and counters.
public final class ConnectionTable: Sendable {
    let limits: ConnectionLimits
    /// The maximum number of connections at the same time.
    public let limit: Int
    /// The maximum number of connections from one address. 0 means that there is no limit.
    public let limitPerAddress: Int
    let trusted: [Network]
    let handler: any RequestHandler
    let logger: Logger
    /// The numbers that the page /metrics shows.
    public let counters = ConnectionCounters()
    /// The delays with which the event loops run their scheduled tasks.
    public let lateness = LongestDelay()
    private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<ConnectionLoop>]>([:])
    private let addresses = Mutex<[String: Int]>([:])

    /// Creates an empty table.
    /// - Parameters:
    ///   - limit: The maximum number of connections at the same time.
    ///   - trusted: The addresses of trusted proxies. Many clients come from the address of one proxy, so its connections are not limited.
    public init(limit: Int, limits: ConnectionLimits, trusted: [Network], handler: any RequestHandler, logger: Logger) {
        (self.limit, self.limits, self.trusted, self.handler, self.logger) = (limit, limits, trusted, handler, logger)
        limitPerAddress = limits.perAddress ?? max(1, limit / 4)
    }

    /// Returns the `ConnectionLoop` with the connections of `eventLoop`. Call it on that event loop.
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

    /// Counts a new connection until it closes. Returns false if there are too many connections, in all or from its address.
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
        guard limitPerAddress > 0, let address = channel.remoteAddress?.ipAddress else { return nil }
        return trusted.contains { $0.contains(address) } ? nil : Network.subscriber(of: address)
    }

    private func enter(_ address: String) -> Bool {
        addresses.withLock { addresses in
            guard addresses[address, default: 0] < limitPerAddress else { return false }
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
