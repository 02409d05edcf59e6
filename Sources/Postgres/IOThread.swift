import CLibPQ
import Foundation
import Logging
import Synchronization

/// The one thread that drives every connection. Callers reach it through `post`; all other state belongs to the thread alone,
/// which is what makes the class safe to share.
final class IOThread: @unchecked Sendable {
    enum Message: Sendable {
        case submit(Segment)
        case cancel(Segment)
        /// By the connection's token and the number of its cancel request.
        case cancelSent(UInt64, Int)
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
    private let configuration: DatabaseConfiguration
    private let metrics: DatabaseMetrics

    private var pool: [PipelineConnection] = []
    private var listener: ListenConnection?
    private var queue: [Segment] = []
    private var queueHead = 0
    private var openConnections = 0
    private var downSince: UInt64?
    private var lastFailure = "not connected yet"
    private var isStopping = false
    private let finished = DispatchSemaphore(value: 0)

    private var nextQueueCheck: UInt64 = 0

    private static let wakerToken = UInt64.max
    private static let queueCheckInterval: UInt64 = 20_000_000

    init(
        configuration: DatabaseConfiguration, metrics: DatabaseMetrics, logger: Logger,
        notifications: AsyncStream<NotificationEvent>.Continuation
    ) {
        self.configuration = configuration
        self.metrics = metrics
        func link(_ token: Int) -> Link {
            Link(token: UInt64(token), configuration: configuration, poller: poller, logger: logger)
        }
        pool = (0..<configuration.connections).map {
            PipelineConnection(link: link($0), configuration: configuration, thread: self, metrics: metrics)
        }
        listener = configuration.channel.map {
            ListenConnection(link: link(configuration.connections), channel: $0, events: notifications)
        }
        downSince = monotonicNow()
        _ = poller_add(poller, waker, poller_readable, Self.wakerToken)
        let thread = Thread { [self] in run() }
        thread.name = "postgres-io"
        thread.start()
    }

    /// Hands a message to the thread; wakes it only if no earlier message has done so already.
    func post(_ message: Message) {
        let isClosed = inbox.withLock { inbox in
            guard !inbox.isClosed else { return true }
            inbox.messages.append(message)
            // Within the lock, as the thread closes the waker after it has closed the inbox.
            if !inbox.isSignaled { waker_signal(waker) }
            inbox.isSignaled = true
            return false
        }
        if isClosed { refuse(message) }
    }

    /// Ends the thread and waits for it; waiting segments fail as `unavailable`.
    func stop() {
        post(.stop)
        finished.wait()
    }

    // MARK: The loop

    private func run() {
        var tokens = [UInt64](repeating: 0, count: 64)
        var interests = [Int32](repeating: 0, count: 64)
        while !isStopping {
            let count = poller_wait(poller, &tokens, &interests, 64, pauseMilliseconds())
            for index in 0..<max(0, Int(count)) { ready(tokens[index], interests[index]) }
            readInbox()
            tick(now: monotonicNow())
            if !isStopping { dispatch() }
            gauge()
        }
        shutDown()
    }

    private func ready(_ token: UInt64, _ interest: Int32) {
        if token == Self.wakerToken {
            waker_clear(waker)
        } else if Int(token) < pool.count {
            pool[Int(token)].link.socketReady(interest)
        } else {
            listener?.link.socketReady(interest)
        }
    }

    private func readInbox() {
        let messages = inbox.withLock { inbox in
            inbox.isSignaled = false
            return exchange(&inbox.messages, with: [])
        }
        for message in messages { handle(message) }
    }

    private func handle(_ message: Message) {
        switch message {
        case .submit(let segment): accept(segment)
        case .cancel(let segment): cancel(segment)
        case .cancelSent(let token, let number): pool[Int(token)].cancelSent(number)
        case .stop: isStopping = true
        }
    }

    private func accept(_ segment: Segment) {
        segment.isSubmitted = true
        guard !segment.isCancelled else { return segment.finish(.failure(.cancelled)) }
        guard waitingCount < configuration.queueLimit else { return segment.finish(.failure(.overloaded)) }
        queue.append(segment)
    }

    private func cancel(_ segment: Segment) {
        segment.isCancelled = true
        // A cancellation may overtake the submission, which will then find the flag.
        guard segment.isSubmitted else { return }
        for connection in pool { connection.cancel(segment, now: monotonicNow()) }
        segment.finish(.failure(.cancelled))
    }

    private var waitingCount: Int { queue.count - queueHead }

    private func dispatch() {
        guard waitingCount > 0 else { return }
        for connection in pool where connection.isReady {
            guard let segment = nextSegment() else { break }
            connection.send(segment)
        }
    }

    /// The longest-waiting segment whose caller is still there.
    private func nextSegment() -> Segment? {
        while queueHead < queue.count {
            let segment = queue[queueHead]
            queueHead += 1
            if queueHead == queue.count || queueHead > 512 {
                queue.removeFirst(queueHead)
                queueHead = 0
            }
            if !segment.isFinished { return segment }
        }
        return nil
    }

    private func gauge() {
        metrics.waiting.set(waitingCount)
        metrics.openConnections.set(openConnections)
        metrics.busyConnections.set(pool.count(where: \.isBusy))
    }

    // MARK: Time

    private func tick(now: UInt64) {
        for connection in pool { connection.tick(now: now) }
        listener?.link.tick(now: now)
        guard waitingCount > 0, now >= nextQueueCheck else { return }
        nextQueueCheck = now + Self.queueCheckInterval
        let givesUp = downSince.map { $0 + configuration.patience.nanoseconds } ?? .max
        for segment in queue[queueHead...] where !segment.isFinished {
            if now >= segment.deadline {
                segment.finish(.failure(.timedOut(sent: false)))
            } else if now >= max(givesUp, segment.submitted + configuration.patience.nanoseconds / 4), openConnections == 0 {
                segment.finish(.failure(.unavailable(lastFailure)))
            }
        }
        queue.removeSubrange(0..<queueHead)
        queueHead = 0
        queue.removeAll(where: \.isFinished)
    }

    private func pauseMilliseconds() -> Int32 {
        let now = monotonicNow()
        var wake = pool.compactMap(\.wakeTime).min()
        if let time = listener?.link.wakeTime { wake = min(wake ?? time, time) }
        if waitingCount > 0 { wake = min(wake ?? .max, nextQueueCheck) }
        guard let wake else { return -1 }
        return wake <= now ? 0 : Int32(min((wake - now) / 1_000_000 + 1, 60_000))
    }

    // MARK: What connections tell

    func connectionOpened() {
        openConnections += 1
        downSince = nil
    }

    func connectionLost(_ reason: String) {
        openConnections = pool.count(where: { $0.link.isOpen })
        lastFailure = reason
        if openConnections == 0, downSince == nil { downSince = monotonicNow() }
    }

    /// Puts a segment back at the head of the queue.
    func submitAgain(_ segment: Segment) {
        guard !isStopping else { return segment.finish(.failure(.unavailable("shutting down"))) }
        queue.insert(segment, at: queueHead)
    }

    private func shutDown() {
        for segment in queue[queueHead...] { segment.finish(.failure(.unavailable("shutting down"))) }
        queue = []
        queueHead = 0
        for connection in pool { connection.close() }
        listener?.link.close()
        let late = inbox.withLock { inbox in
            inbox.isClosed = true
            return exchange(&inbox.messages, with: [])
        }
        for message in late { refuse(message) }
        close(waker)
        close(poller)
        finished.signal()
    }

    /// Nobody will handle this message any more.
    private func refuse(_ message: Message) {
        switch message {
        case .submit(let segment): segment.finish(.failure(.unavailable("shutting down")))
        case .stop: finished.signal()
        case .cancel, .cancelSent: break
        }
    }
}

private func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
    let old = place
    place = value
    return old
}
