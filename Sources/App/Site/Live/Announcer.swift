import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Tells all instances of the server that topics have changed. Polls that wait in this instance are answered at once. Other instances are
/// told by LISTEN/NOTIFY, with one statement for all changes within some milliseconds.
final class Announcer: Service {
    let job = JobMeter("announcements")
    private let live: Live
    private let database: Database
    private let logger: Logger
    private let pending = Mutex<Set<Topic>>([])
    private let listening = Atomic(false)
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    /// Functions that are called with the topics that another instance has changed, or with nil if this instance may have missed changes.
    private let observers = Mutex<[@Sendable ([Topic]?) -> Void]>([])

    static let channel = "boardwalk"
    private static let gatheringTime = Duration.milliseconds(4)
    private static let pendingLimit = 10_000
    /// The maximum number of bytes in one NOTIFY. PostgreSQL accepts less than 8000.
    private static let payloadLimit = 7_000

    init(live: Live, database: Database, logger: Logger) {
        self.live = live
        self.database = database
        self.logger = logger
        (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether this instance now receives the changes that other instances announce.
    var isListening: Bool { listening.load(ordering: .relaxed) }

    func announce(_ topics: Topic...) { announce(topics) }

    func announce(_ topics: [Topic]) {
        guard !topics.isEmpty else { return }
        live.change(topics)
        pending.withLock { $0.formUnion(topics) }
        wakeUp.yield()
    }

    /// A statement for programs other than the server. It tells all instances of the server of a change when the transaction of the change
    /// commits.
    static func notification(of topic: Topic) -> Query<Int> { .change("SELECT pg_notify($1, $2)", channel, "command \(topic.name)") }

    func observe(_ observer: @escaping @Sendable ([Topic]?) -> Void) { observers.withLock { $0.append(observer) } }

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.send() }
            group.addTask { await self.receive() }
            group.addTask { await self.sweep() }
            await group.next()
            group.cancelAll()
        }
    }

    private func send() async {
        for await _ in wakeUps.cancelOnGracefulShutdown() {
            try? await Task.sleep(for: Self.gatheringTime)
            await sendPending()
        }
        await sendPending()
    }

    private func sendPending() async {
        let topics = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        do {
            for payload in Self.payloads(topics, from: live.runID) {
                _ = try await job.measure { try await database.write(Query<Int>.change("SELECT pg_notify($1, $2)", Self.channel, payload)) }
            }
        } catch {
            // The topics are sent with the next batch. Until then, polls in other instances see the change only when their wait ends.
            logger.warning("announcement delayed", metadata: ["error": "\(error)"])
            pending.withLock { if $0.count < Self.pendingLimit { $0.formUnion(topics) } }
        }
    }

    private func receive() async {
        for await event in database.notifications.cancelOnGracefulShutdown() {
            switch event {
            case .listening, .lost:
                listening.store(event == .listening, ordering: .relaxed)
                notifyObservers(nil)
                live.changeAll()
            case .message(let payload):
                let words = payload.split(separator: " ")
                guard let sender = words.first, sender != live.runID else { continue }
                let topics = words.dropFirst().map { Topic(name: String($0)) }
                notifyObservers(topics)
                live.change(topics)
            }
        }
    }

    private func notifyObservers(_ topics: [Topic]?) {
        for observer in observers.withLock(\.self) { observer(topics) }
    }

    private func sweep() async {
        let clock = ContinuousClock()
        while (try? await Task.sleep(for: .milliseconds(250))) != nil { live.sweep(now: clock.now) }
    }

    private static func payloads(_ topics: Set<Topic>, from runID: String) -> [String] {
        var payloads: [String] = []
        var payload = runID
        for topic in topics {
            if payload.utf8.count + topic.name.utf8.count > payloadLimit {
                payloads.append(payload)
                payload = runID
            }
            payload += " " + topic.name
        }
        return topics.isEmpty ? [] : payloads + [payload]
    }
}
