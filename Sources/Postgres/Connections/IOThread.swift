import CLibPQ
import Dispatch
import Logging
import Synchronization

/// The thread that does the network work of all connections. Other threads send it messages with `post`. All other properties are used on
/// this thread only, so the class is safe to share.
final class IOThread: @unchecked Sendable {
    enum Message: Sendable {
        case submit(Segment)
        case cancel(Segment)
        /// A cancel request was sent. The first number is the token of its connection. The second number is the number of the request.
        case cancelSent(Int, Int)
        case lookedUp(ServerAddress.Lookup)
        case stop
    }

    private struct Inbox {
        var messages: [Message] = []
        var isSignaled = false
        var isClosed = false
    }

    private let inbox = Mutex(Inbox())
    private let poller = poller_create()
    private let waker = waker_create()
    private let scheduler: Scheduler
    private let address: ServerAddress
    private var isLookingUp = false
    private var isStopping = false
    private let finished = DispatchSemaphore(value: 0)
    /// The messages that the thread is handling. This array is swapped with `inbox.messages`, so that both arrays keep their memory.
    private var batch: [Message] = []

    private static let wakerToken = UInt64.max

    init(
        configuration: DatabaseConfiguration, metrics: DatabaseMetrics, logger: Logger,
        notifications: AsyncStream<NotificationEvent>.Continuation
    ) {
        address = ServerAddress(url: configuration.url)
        scheduler = Scheduler(configuration: configuration, metrics: metrics)
        func link(_ token: Int) -> Link {
            Link(token: token, configuration: configuration, address: address, poller: poller, thread: self, logger: logger)
        }
        let pool = (0..<configuration.poolSize).map {
            PipelineConnection(link: link($0), configuration: configuration, scheduler: scheduler, thread: self, metrics: metrics)
        }
        let listener = configuration.channel.map {
            ListenConnection(link: link(configuration.poolSize), channel: $0, events: notifications)
        }
        scheduler.add(pool, listener: listener)
        _ = poller_add(poller, waker, poller_readable, Self.wakerToken)
        POSIXThread.start(name: "postgres-io") { [self] in run() }
    }

    deinit {
        close(waker)
        close(poller)
    }

    /// Passes a message to the thread, and wakes the thread unless an earlier message has already done so.
    func post(_ message: Message) {
        let (isClosed, isSignaled) = inbox.withLock { inbox in
            guard !inbox.isClosed else { return (true, true) }
            inbox.messages.append(message)
            defer { inbox.isSignaled = true }
            return (false, inbox.isSignaled)
        }
        if isClosed { refuse(message) }
        // The lock is released before the thread is woken, because the woken thread takes this lock first.
        if !isSignaled { waker_signal(waker) }
    }

    /// Ends the thread and waits until it has ended. Segments that wait for a connection fail with `unavailable`.
    func stop() {
        post(.stop)
        finished.wait()
    }

    /// Looks up the host names of the server on another thread. Connections that need the addresses during the lookup share its answer.
    func lookUp() {
        guard !isLookingUp else { return }
        isLookingUp = true
        POSIXThread.start(name: "postgres-names") { [self] in post(.lookedUp(address.lookUp())) }
    }

    // MARK: The loop

    private func run() {
        var tokens = [UInt64](repeating: 0, count: 64)
        var interests = [Int32](repeating: 0, count: 64)
        while !isStopping {
            let count = poller_wait(poller, &tokens, &interests, 64, pauseMilliseconds())
            for index in 0..<max(0, Int(count)) { ready(tokens[index], interests[index]) }
            readInbox()
            scheduler.tick(now: monotonicNow())
            if !isStopping { scheduler.dispatch() }
            scheduler.gauge()
        }
        shutDown()
    }

    private func ready(_ token: UInt64, _ interest: Int32) {
        if token == Self.wakerToken {
            waker_clear(waker)
        } else {
            scheduler.socketReady(Int(token), interest)
        }
    }

    private func readInbox() {
        inbox.withLock { inbox in
            inbox.isSignaled = false
            swap(&inbox.messages, &batch)
        }
        for message in batch { handle(message) }
        batch.removeAll(keepingCapacity: true)
    }

    private func handle(_ message: Message) {
        switch message {
        case .submit(let segment): scheduler.accept(segment)
        case .cancel(let segment): scheduler.cancel(segment)
        case .cancelSent(let token, let number): scheduler.cancelSent(token, number)
        case .lookedUp(let result):
            isLookingUp = false
            scheduler.lookedUp(result)
        case .stop: isStopping = true
        }
    }

    private func pauseMilliseconds() -> Int32 {
        let wake = scheduler.wakeTime
        guard wake < .max else { return -1 }
        let now = monotonicNow()
        return wake <= now ? 0 : Int32(min((wake - now) / 1_000_000 + 1, 60_000))
    }

    private func shutDown() {
        scheduler.shutDown()
        let late = inbox.withLock { inbox in
            inbox.isClosed = true
            defer { inbox.messages = [] }
            return inbox.messages
        }
        for message in late { refuse(message) }
        finished.signal()
    }

    /// Handles a message that arrives after the end of the thread. A segment fails with `unavailable`.
    private func refuse(_ message: Message) {
        switch message {
        case .submit(let segment): segment.finish(.failure(.unavailable("shutting down")))
        case .stop: finished.signal()
        case .cancel, .cancelSent, .lookedUp: break
        }
    }
}
