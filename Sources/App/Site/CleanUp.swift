import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Ends what is over, as the features say: what belongs to no club, and what is in clubs, club by club and a little at a time. The
/// statements of one instance run at a time; what another has done already costs the next one next to nothing.
final class CleanUp: Service {
    struct Step {
        let upkeep: Upkeep
        /// How much, since start.
        let cleared = Counter()
    }

    let job = JobMeter("clean-up")
    let steps: [Step]
    private let services: Services
    /// Clubs are looked at in turns; this is where the next turn begins.
    private let last = Mutex(ID<Club>(0))
    private static let pause = Duration.seconds(10)
    private static let clubsATurn = 100
    /// Any number that no other advisory lock of the database has.
    static let lock = 7_170_118

    init(_ upkeep: [Upkeep], services: Services) {
        steps = upkeep.map { Step(upkeep: $0) }
        self.services = services
    }

    /// How much a step has cleared since start.
    func cleared(_ name: String) -> Int { steps.reduce(0) { $0 + ($1.upkeep.name == name ? $1.cleared.value : 0) } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.pause)) != nil { await self.tryTurn() }
        }
    }

    private func tryTurn() async {
        do {
            try await job.measure { try await turn() }
        } catch {
            // The next turn makes up for it.
            services.logger.warning("clean-up failed", metadata: ["error": "\(error)"])
        }
    }

    /// Looks after what belongs to no club, and after the next clubs.
    func turn() async throws {
        let clubs = try await services.database.read(DirectoryQueries().clubs(after: last.withLock(\.self), limit: Self.clubsATurn))
        last.withLock { $0 = clubs.count < Self.clubsATurn ? ID(0) : clubs.last?.id ?? ID(0) }
        var failure: (any Error)?
        // What is wrong in one place does not keep the others untidy.
        for step in steps {
            guard case .server(let work) = step.upkeep.work else { continue }
            do { step.cleared.add(try await work(services)) } catch { failure = error }
        }
        for club in clubs {
            do { try await clear(club) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func clear(_ club: Club) async throws {
        let inClub = steps.compactMap { step in step.upkeep.query(in: club).map { (step: step, query: $0) } }
        let (_, found) = try await services.database.write(
            tenant: club.id.rawValue, Query<Int>.one("SELECT count(pg_advisory_xact_lock($1))", Self.lock), and: inClub.map(\.query))
        var (topics, counts, failure) = (Set<Topic>(), Logger.Metadata(), nil as (any Error)?)
        for ((step, _), found) in zip(inClub, found) {
            var count = 0
            do { count = try await step.upkeep.end(found, in: club, services) } catch { failure = error }
            guard count > 0 else { continue }
            step.cleared.add(count)
            counts[step.upkeep.name] = "\(count)"
            topics.formUnion(step.upkeep.topics(club.id))
        }
        services.announcer.announce(Array(topics))
        if !counts.isEmpty { services.logger.info("cleaned up", metadata: counts.merging(["club": "\(club.id)"]) { own, _ in own }) }
        if let failure { throw failure }
    }
}
