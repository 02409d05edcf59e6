import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Runs the scheduled cleanups of all features every ten seconds: first the cleanups of the whole server, and then the cleanups of each
/// club. Each cleanup handles a limited number of rows. A lock in the database prevents two server instances from cleaning up clubs at the
/// same time.
final class CleanupRunner: Service {
    struct Step {
        let cleanup: ScheduledCleanup
        let cleared = Counter()
    }

    let job = JobMeter("clean-up")
    let steps: [Step]
    private let services: Services
    /// The last club that was cleaned up in the previous turn. The next turn continues with the clubs after this club.
    private let lastClub = Mutex(ID<Club>(0))
    private static let pause = Duration.seconds(10)
    private static let clubsPerTurn = 100
    /// The key of a PostgreSQL advisory lock. No other lock in the database may have this key.
    static let lock = 7_170_118

    init(_ scheduledCleanups: [ScheduledCleanup], services: Services) {
        steps = scheduledCleanups.map { Step(cleanup: $0) }
        self.services = services
    }

    func cleared(_ name: String) -> Int { steps.reduce(0) { $0 + ($1.cleanup.name == name ? $1.cleared.value : 0) } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.pause)) != nil { await self.tryTurn() }
        }
    }

    private func tryTurn() async {
        do {
            try await job.measure { try await turn() }
        } catch {
            // The next turn tries again.
            services.logger.warning("clean-up failed", metadata: ["error": "\(error)"])
        }
    }

    /// Cleans up the whole server's rows and the next `clubsPerTurn` clubs.
    func turn() async throws {
        let clubs = try await services.database.read(
            ClubDirectoryQueries().clubs(after: lastClub.withLock(\.self), limit: Self.clubsPerTurn))
        lastClub.withLock { $0 = clubs.count < Self.clubsPerTurn ? ID(0) : clubs.last?.id ?? ID(0) }
        var failure: (any Error)?
        // A failure in one step or club must not stop the others.
        for step in steps {
            guard case .server(let work) = step.cleanup.work else { continue }
            do { step.cleared.add(try await work(services)) } catch { failure = error }
        }
        for club in clubs {
            do { try await cleanUp(club) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func cleanUp(_ club: Club) async throws {
        let inClub = steps.compactMap { step in step.cleanup.query(in: club).map { (step: step, query: $0) } }
        let (_, found) = try await services.database.write(
            tenant: club.id.rawValue, Query<Int>.one("SELECT count(pg_advisory_xact_lock($1))", Self.lock), and: inClub.map(\.query))
        var (topics, counts, failure) = (Set<Topic>(), Logger.Metadata(), nil as (any Error)?)
        for ((step, _), found) in zip(inClub, found) {
            var count = 0
            do { count = try await step.cleanup.finish(found, in: club, services) } catch { failure = error }
            guard count > 0 else { continue }
            step.cleared.add(count)
            counts[step.cleanup.name] = "\(count)"
            topics.formUnion(step.cleanup.topics(club.id))
        }
        services.announcer.announce(Array(topics))
        if !counts.isEmpty { services.logger.info("cleaned up", metadata: counts.merging(["club": "\(club.id)"]) { own, _ in own }) }
        if let failure { throw failure }
    }
}
