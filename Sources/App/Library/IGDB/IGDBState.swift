import FoundationEssentials
import IGDB
import Postgres
import ServiceLifecycle
import Synchronization

/// Searches for games at IGDB. If several members search for the same words, the search is sent once.
///
/// A background task fetches old answers again. It also fetches the covers of the games that were found, and the times to beat them.
final class IGDBState: FeatureState {
    /// Nil if the operator has not set up IGDB.
    let client: IGDBClient?
    private let services: Services
    private let queries = IGDBQueries()
    private let runningSearches = Mutex<[String: Task<Void, any Error>]>([:])
    private let jobQueue: AsyncStream<Job>.Continuation
    private let jobs: AsyncStream<Job>
    private let fetchedCovers = Counter()
    private let waiting = Atomic(0)
    private let isRunning = Atomic(false)

    var waitingCount: Int { waiting.load(ordering: .relaxed) }
    var isWorking: Bool { isRunning.load(ordering: .relaxed) }

    private enum Job: Sendable {
        case refresh(String, ID<Account>)
        case times([Int])
        case covers
    }

    /// Limits how many members wait for IGDB at the same time. Their requests do not count for the limit on requests to the server.
    private let waitingMembers = FairSemaphore(FairSemaphore.Limits(count: 300, maxWaiting: 0))

    init(_ services: Services) {
        self.services = services
        (jobs, jobQueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(200))
        client = services.settings.igdb.map { settings in
            IGDBClient(settings, gate: IGDBRateLimiter(database: services.database), logger: services.logger)
        }
    }

    /// Sends a search to IGDB and saves the answer. If this or another instance is already sending the same search, waits for its answer.
    ///
    /// Throws `IGDBFailure`, `DatabaseError`, and a `Refusal` with status 429 if the account is at its limit or too many members wait.
    func ask(_ key: String, for requester: Requester) async throws {
        do {
            try await waitingMembers.enter(requester)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Many people are searching for games at IGDB now. Try again in a moment.")
            refusal.retryAfter = 10
            throw refusal
        }
        defer { waitingMembers.leave(requester) }
        try await ask(key, for: requester.account)
    }

    func ask(_ key: String, for account: ID<Account>) async throws {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        while true {
            let (task, isOwn) = runningSearches.withLock { searches in
                if let task = searches[key] { return (task, false) }
                let task = Task { [self] in
                    defer { self.runningSearches.withLock { $0[key] = nil } }
                    try await fetch(key, for: account, isWaiting: true)
                }
                searches[key] = task
                return (task, true)
            }
            do { return try await task.value } catch let refusal as Refusal {
                // If the refusal is due to the limit of another account, try again with this account.
                if isOwn { throw refusal }
            }
        }
    }

    /// Fetches an old answer again in the background. The search counts for the account's hourly limit. If the limit is reached, nothing
    /// happens.
    func refresh(_ key: String, for account: ID<Account>) { if client != nil { jobQueue.yield(.refresh(key, account)) } }

    private func fetch(_ key: String, for account: ID<Account>, isWaiting: Bool) async throws {
        guard let client else { return }
        let claim = try await services.database.write(queries.claim(key, for: services.settings.limitsRates ? account : nil))
        if let seconds = claim.secondsToWait { throw Self.tooOften(seconds) }
        guard claim.isGranted else {
            if isWaiting { try await wait(for: key) }
            return
        }
        do {
            let found = try await client.search(key)
            let games = found.compactMap(IGDBVideoGame.init).distinct(by: \.id)
            _ = try await services.database.write(
                tenant: 0, retryingConflicts: true, queries.saveAnswer(try JSON(encoding: games), of: key))
            jobQueue.yield(.times(games.map(\.id)))
            jobQueue.yield(.covers)
        } catch {
            _ = try? await services.database.write(queries.release(key))
            throw error
        }
    }

    private static func tooOften(_ seconds: Int) -> Refusal {
        var refusal = Refusal(
            .tooManyRequests,
            "You have searched for more at IGDB \(IGDBQueries.hourlyLimit) times within an hour. Try again in \(Problem.wait(seconds)).")
        refusal.retryAfter = seconds
        return refusal
    }

    private func wait(for key: String) async throws {
        let end = ContinuousClock.now + IGDBTimeLimits.wait
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(150))
            guard let known = try await services.database.read(queries.search(key)) else { break }
            if known.isAnswered { return }
        }
        throw IGDBFailure.unanswered
    }

    // MARK: Background work

    func run() async throws {
        guard client != nil else { return }
        isRunning.store(true, ordering: .relaxed)
        defer { isRunning.store(false, ordering: .relaxed) }
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    while (try? await Task.sleep(for: IGDBTimeLimits.coverInterval)) != nil { jobQueue.yield(.covers) }
                }
                group.addTask { [self] in
                    for await job in jobs {
                        do { try await perform(job) } catch {
                            // The client has logged the reason. The next round fetches the covers again. The next search for the same words
                            // fetches an old answer again.
                            services.logger.debug("igdb: background work failed", metadata: ["error": "\(error)"])
                        }
                    }
                }
            }
        }
    }

    private func perform(_ job: Job) async throws {
        guard let client else { return }
        switch job {
        case .refresh(let key, let account): try await fetch(key, for: account, isWaiting: false)
        case .times(let games):
            let minutes = try await client.minutes(of: games)
            guard !minutes.isEmpty else { return }
            _ = try await services.database.write(tenant: 0, queries.saveMinutes(Array(minutes.keys), Array(minutes.values)))
        case .covers: try await fetchCovers(client)
        }
    }

    /// Fetches all covers that are due. A file that is not an image is fetched again later, like a cover that could not be fetched.
    private func fetchCovers(_ client: IGDBClient) async throws {
        while let due = try await services.database.write(tenant: 0, queries.claimDueCover()) {
            let picture = try await client.cover(due.image)
            do {
                guard try await CoverStore(services).store(picture, of: due.game) else { continue }
                _ = try await services.database.write(tenant: 0, queries.markCoverFetched(due.game))
                fetchedCovers.add(1)
            } catch let refusal as Refusal {
                services.logger.warning("igdb: no picture", metadata: ["game": "\(due.game)", "reason": "\(refusal.sentence)"])
            }
        }
    }

    func addGauges(to page: inout PrometheusText) {
        guard let client else { return }
        page.family("boardwalk_igdb_requests_total", .counter, "Requests to IGDB, by purpose and outcome.")
        for (kind, count) in client.requests.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            page.sample(["host": kind.host, "purpose": kind.purpose, "outcome": kind.outcome], count)
        }
        page.gauge("boardwalk_igdb_waiting", "Members who wait for an answer of IGDB.", waitingCount)
        page.gauge("boardwalk_igdb_paused", "Whether requests to IGDB are paused because it did not answer.", client.isPaused ? 1 : 0)
        page.counter("boardwalk_igdb_covers_total", "Pictures of games that were fetched.", fetchedCovers.value)
    }

    func end() {
        jobQueue.finish()
        client?.close()
    }
}
