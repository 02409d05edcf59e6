import FoundationEssentials
import IGDB
import Postgres
import ServiceLifecycle
import Synchronization

/// Searches at IGDB for whoever asks, equal ones once, and what is done about them behind the readers' backs: old answers are fetched again,
/// pictures and times to beat come after the games.
final class IGDBState: FeatureState {
    /// nil: the operator has not set it up.
    let client: IGDBClient?
    private let services: Services
    private let queries = IGDBQueries()
    private let asking = Mutex<[String: Task<Void, any Error>]>([:])
    private let work: AsyncStream<Work>.Continuation
    private let works: AsyncStream<Work>
    /// How many pictures are here since start.
    private let covers = Counter()
    private let waiting = Atomic(0)
    private let isRunning = Atomic(false)

    /// How many readers wait for an answer of IGDB.
    var waitingCount: Int { waiting.load(ordering: .relaxed) }
    /// Whether the work in the background has begun and not ended.
    var isWorking: Bool { isRunning.load(ordering: .relaxed) }

    private enum Work: Sendable {
        case refresh(String, ID<Account>)
        case times([Int])
        case covers
    }

    /// A pause after which pictures are looked for that another instance has not fetched.
    private static let pause = Duration.seconds(20)
    private static let longestWait = Duration.seconds(10)
    /// Readers who wait for IGDB hold no place of a request, so they have a bound of their own.
    private let readers = FairSemaphore(FairSemaphore.Limits(count: 300, line: 0))

    init(_ services: Services) {
        self.services = services
        (works, work) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(200))
        client = services.settings.igdb.map { settings in
            IGDBClient(settings, gate: IGDBGate(database: services.database), logger: services.logger)
        }
    }

    /// Asks IGDB for a search that nobody has an answer to, or waits for whoever does so already, here or elsewhere.
    /// Throws `IGDBFailure`, `DatabaseError`, and a `Refusal` 429 where the account has asked too often, or too many wait.
    func ask(_ key: String, for reader: Holder) async throws {
        do {
            try await readers.enter(reader)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Many are looking for games at IGDB right now. Try again in a moment.")
            refusal.retryAfter = 10
            throw refusal
        }
        defer { readers.leave(reader) }
        try await ask(key, for: reader.account)
    }

    func ask(_ key: String, for account: ID<Account>) async throws {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        while true {
            let (task, isMine) = asking.withLock { asking in
                if let task = asking[key] { return (task, false) }
                let task = Task { [self] in
                    defer { self.asking.withLock { $0[key] = nil } }
                    try await fetch(key, for: account, isWaiting: true)
                }
                asking[key] = task
                return (task, true)
            }
            do { return try await task.value } catch let refusal as Refusal {
                // Where another account asks too often, this one may ask.
                if isMine { throw refusal }
            }
        }
    }

    /// Has an old answer fetched again while its reader reads it. It counts for the reader as well, who is not told when it is too much.
    func refresh(_ key: String, for account: ID<Account>) { if client != nil { work.yield(.refresh(key, account)) } }

    private func fetch(_ key: String, for account: ID<Account>, isWaiting: Bool) async throws {
        guard let client else { return }
        let claim = try await services.database.write(queries.claim(key, for: services.settings.limitsRates ? account : nil))
        if let seconds = claim.secondsToWait { throw Self.tooOften(seconds) }
        guard claim.isMine else {
            if isWaiting { try await wait(for: key) }
            return
        }
        do {
            let games = try await client.games(named: key)
            let titles = games.compactMap(IGDBTitle.init).distinct(by: \.id)
            _ = try await services.database.write(tenant: 0, retrying: true, queries.keep(try JSON(encoding: titles), of: key))
            work.yield(.times(titles.map(\.id)))
            work.yield(.covers)
        } catch {
            _ = try? await services.database.write(queries.release(key))
            throw error
        }
    }

    private static func tooOften(_ seconds: Int) -> Refusal {
        var refusal = Refusal(
            .tooManyRequests,
            "You have looked for more at IGDB \(IGDBQueries.mostAnHour) times within an hour. Try again in \(Problem.wait(seconds)).")
        refusal.retryAfter = seconds
        return refusal
    }

    /// Another instance asks.
    private func wait(for key: String) async throws {
        let end = ContinuousClock.now + Self.longestWait
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(150))
            guard let known = try await services.database.read(queries.search(key)) else { break }
            if known.isAnswered { return }
        }
        throw IGDBFailure.unanswered
    }

    // MARK: Behind the readers' backs

    func run() async throws {
        guard client != nil else { return }
        isRunning.store(true, ordering: .relaxed)
        defer { isRunning.store(false, ordering: .relaxed) }
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    while (try? await Task.sleep(for: Self.pause)) != nil { work.yield(.covers) }
                }
                group.addTask { [self] in
                    for await work in works {
                        do { try await perform(work) } catch {
                            // The client has said why; the next turn, or the next reader, makes up for it.
                            services.logger.debug("igdb: put off", metadata: ["error": "\(error)"])
                        }
                    }
                }
            }
        }
    }

    private func perform(_ work: Work) async throws {
        guard let client else { return }
        switch work {
        case .refresh(let key, let account): try await fetch(key, for: account, isWaiting: false)
        case .times(let games):
            let minutes = try await client.minutes(of: games)
            guard !minutes.isEmpty else { return }
            _ = try await services.database.write(tenant: 0, queries.keepMinutes(Array(minutes.keys), Array(minutes.values)))
        case .covers: try await fetchCovers(client)
        }
    }

    /// All that are due, one after the other. What is no picture is tried again as a picture that did not come, a few times.
    private func fetchCovers(_ client: IGDBClient) async throws {
        while let due = try await services.database.write(tenant: 0, queries.dueCover()) {
            let picture = try await client.cover(due.image)
            do {
                guard try await CoverStore(services).store(picture, of: due.title) else { continue }
                _ = try await services.database.write(tenant: 0, queries.coverIsHere(due.title))
                covers.add(1)
            } catch let refusal as Refusal {
                services.logger.warning("igdb: no picture", metadata: ["title": "\(due.title)", "reason": "\(refusal.sentence)"])
            }
        }
    }

    func addGauges(to page: inout PrometheusText) {
        guard let client else { return }
        page.family("boardwalk_igdb_requests_total", .counter, "Requests to IGDB, by purpose and outcome.")
        for (kind, count) in client.requests.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            page.sample(["host": kind.host, "purpose": kind.purpose, "outcome": kind.outcome], count)
        }
        page.gauge("boardwalk_igdb_waiting", "Readers that wait for an answer of IGDB.", waitingCount)
        page.gauge("boardwalk_igdb_resting", "Whether IGDB is left alone because it did not answer.", client.isResting ? 1 : 0)
        page.counter("boardwalk_igdb_covers_total", "Pictures of games that were fetched.", covers.value)
    }

    func end() {
        work.finish()
        client?.close()
    }
}
