import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Who is here. Beats are gathered in memory, and written once a second in one statement a club: never one write a request.
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
    /// A beat is written again after this long; a member counts as online for 90 s.
    private static let interval = Duration.seconds(25)

    init(database: Database, announcer: Announcer, logger: Logger) {
        self.database = database
        self.announcer = announcer
        self.logger = logger
    }

    /// Notes that the member's browser asked for something.
    func beat(_ member: ID<Member>, in club: ID<Club>) {
        let now = clock.now
        clubs.withLock { clubs in
            if let beat = clubs[club]?[member], beat.isWritten == false || now - beat.at < Self.interval { return }
            clubs[club, default: [:]][member] = Beat(at: now, isWritten: false)
        }
    }

    /// The member has signed out: nobody should see them here any more.
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

    /// Writes the beats that have not been written yet, after those that are just being written.
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

/// All SQL over `presence`.
struct PresenceQueries {
    /// Whether somebody counts as here whose browser asked for something at `time`; NULL where that is.
    static func isHere(at time: SQL) -> SQL { "\(time) > now() - interval '90 seconds'" }

    func onlineCount(among members: [ID<Member>]) -> Query<Int> {
        .one(
            "SELECT count(*) FROM presence WHERE member_id = ANY ($1) AND \(PresenceQueries.isHere(at: "seen_at"))", members)
    }

    func seen(_ members: [ID<Member>]) -> Query<Int> {
        .change(
            """
            INSERT INTO presence (club_id, member_id, seen_at)
            SELECT club_id, id, now() FROM members WHERE id = ANY ($1) AND left_at IS NULL ORDER BY id
            ON CONFLICT (club_id, member_id) DO UPDATE SET seen_at = excluded.seen_at
            """, members)
    }

    /// Moves to the members' profiles when those were last seen who have not been here for a day. Returns how many.
    func forget(limit: Int) -> Query<Int> {
        .change(
            """
            WITH gone AS (
                DELETE FROM presence WHERE member_id IN (
                    SELECT member_id FROM presence WHERE seen_at < now() - interval '1 day' ORDER BY seen_at LIMIT $1)
                RETURNING club_id, member_id, seen_at
            )
            UPDATE members m SET seen_at = gone.seen_at FROM gone WHERE m.club_id = gone.club_id AND m.id = gone.member_id
            """, limit)
    }

    /// The member has gone, and was here until now.
    func remove(_ member: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH gone AS (DELETE FROM presence WHERE member_id = $1 RETURNING club_id, member_id)
            UPDATE members m SET seen_at = now() FROM gone WHERE m.club_id = gone.club_id AND m.id = gone.member_id
            """, member)
    }
}
