import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Stores which members are online. Each request of a member is a beat, a sign that the member is online. Beats are collected in memory,
/// and written once a second with one statement for each club, so that a request never causes a write of its own.
final class Presence: Service {
    private struct Beat {
        var at: ContinuousClock.Instant
        var isWritten: Bool
    }

    let job = JobMeter("presence")
    private let database: Database
    private let announcer: Announcer
    private let logger: Logger
    private let clubs = Mutex<[ID<Club>: [ID<Member>: Beat]]>([:])
    private let lastFlush = Mutex<Task<Void, Never>?>(nil)
    private let clock = ContinuousClock()
    private let queries = PresenceQueries()
    /// The time after which another beat of the same member is written. A member counts as online for 90 seconds after a beat.
    private static let interval = Duration.seconds(25)

    init(database: Database, announcer: Announcer, logger: Logger) {
        self.database = database
        self.announcer = announcer
        self.logger = logger
    }

    func beat(_ member: ID<Member>, in club: ID<Club>) {
        let now = clock.now
        clubs.withLock { clubs in
            if let beat = clubs[club]?[member], beat.isWritten == false || now - beat.at < Self.interval { return }
            clubs[club, default: [:]][member] = Beat(at: now, isWritten: false)
        }
    }

    /// Marks members as offline at once. Call this function when their account has signed out.
    func leave(_ memberships: [Membership]) async {
        for membership in memberships { await leave(membership.member, in: membership.club) }
    }

    func leave(_ member: ID<Member>, in club: ID<Club>) async {
        clubs.withLock { _ = $0[club]?.removeValue(forKey: member) }
        do {
            try await database.write(tenant: club.rawValue, queries.remove(member))
        } catch {
            logger.info("presence not removed", metadata: ["error": "\(error)"])
        }
        announcer.announce(.lobby(club))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await self.flush() }
        }
    }

    /// Writes the beats that have not been written yet. If another write is running, waits for its end first.
    func flush() async {
        let flush = lastFlush.withLock { last in
            let task = Task { [last] in
                await last?.value
                await self.write()
            }
            last = task
            return task
        }
        await flush.value
    }

    private func write() async {
        for (club, members) in takeUnwritten() {
            do {
                let (before, _) = try await job.measure {
                    try await database.write(tenant: club.rawValue, queries.onlineCount(among: members), queries.seen(members))
                }
                if before < members.count { announcer.announce(.lobby(club)) }
            } catch {
                logger.info("presence not written", metadata: ["error": "\(error)"])
            }
        }
    }

    private func takeUnwritten() -> [ID<Club>: [ID<Member>]] {
        let now = clock.now
        return clubs.withLock { clubs in
            var unwritten: [ID<Club>: [ID<Member>]] = [:]
            for (club, members) in clubs {
                unwritten[club] = members.compactMap { $0.value.isWritten ? nil : $0.key }
                clubs[club] = members.compactMapValues { beat in
                    now - beat.at > .seconds(90) ? nil : Beat(at: beat.at, isWritten: true)
                }
                if clubs[club]?.isEmpty == true { clubs[club] = nil }
            }
            return unwritten.filter { !$0.value.isEmpty }
        }
    }
}
