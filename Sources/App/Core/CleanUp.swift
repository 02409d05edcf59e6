import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Ends what is over, club by club and a little at a time: challenges and seeks that have expired, games that nobody plays any more, old
/// presence, what was said longer ago than the club keeps it, what was won longer ago than recently, what was theirs who have left,
/// accounts whose days are over. One instance does it at a time; what another has done already costs the next one next to nothing.
final class CleanUp: Service {
    /// What was cleared, since start.
    struct Cleared {
        let challenges = Counter(), seeks = Counter(), presence = Counter(), games = Counter(), lines = Counter(), scores = Counter(),
            notices = Counter()

        var byKind: KeyValuePairs<String, Int> {
            [
                "challenges": challenges.value, "seeks": seeks.value, "presence": presence.value, "games": games.value,
                "lines": lines.value, "scores": scores.value, "notices": notices.value,
            ]
        }
    }

    let job = JobMeter("clean-up")
    let cleared = Cleared()
    private let database: Database
    private let announcer: Announcer
    private let departures: Departures
    private let logger: Logger
    /// Clubs are looked at in turns; this is where the next turn begins.
    private let last = Mutex(ID<Club>(0))
    private static let pause = Duration.seconds(10)
    private static let clubsATurn = 100
    private static let rowsATurn = 500
    private static let messagesATurn = 2000
    private static let gamesATurn = 50
    private static let departuresATurn = 5
    /// Any number that no other advisory lock of the database has.
    static let lock = 7_170_118

    init(database: Database, announcer: Announcer, departures: Departures, logger: Logger) {
        (self.database, self.announcer, self.departures, self.logger) = (database, announcer, departures, logger)
    }

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
            logger.warning("clean-up failed", metadata: ["error": "\(error)"])
        }
    }

    /// Looks after the next clubs.
    func turn() async throws {
        let clubs = try await database.read(ClubQueries().clubs(after: last.withLock(\.self), limit: Self.clubsATurn))
        last.withLock { $0 = clubs.count < Self.clubsATurn ? ID(0) : clubs.last?.id ?? ID(0) }
        var failure: (any Error)?
        do { try await departures.deleteDueAccounts() } catch { failure = error }
        // What is wrong in one club does not keep the others untidy.
        for club in clubs {
            do { try await clear(club) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func clear(_ club: Club) async throws {
        let (_, challenges, seeks, presence, lines, scores, notices, _, abandoned, departed) = try await database.write(
            tenant: club.id.rawValue, Query<Int>.one("SELECT count(pg_advisory_xact_lock($1))", Self.lock),
            LobbyQueries().endExpired(limit: Self.rowsATurn), SeekQueries().endExpired(limit: Self.rowsATurn),
            PresenceQueries().forget(limit: Self.rowsATurn), LineQueries().forget(olderThan: club.chatDays, limit: Self.rowsATurn),
            ScoreQueries().endDays(limit: Self.rowsATurn), NoticeQueries().forget(limit: Self.rowsATurn),
            LineQueries().fold(limit: Self.messagesATurn),
            GameQueries().abandoned(limit: Self.gamesATurn), DepartureQueries().uncleared(limit: Self.departuresATurn))
        for member in departed { try await departures.clear(member, in: club.id) }
        var games = 0
        for game in abandoned where try await GameEnding(database, announcer, in: club.id).abandon(game) { games += 1 }
        let counts = [
            (cleared.challenges, challenges), (cleared.seeks, seeks), (cleared.presence, presence), (cleared.games, games),
            (cleared.lines, lines), (cleared.scores, scores), (cleared.notices, notices),
        ]
        for (counter, count) in counts where count > 0 { counter.add(count) }
        guard challenges + seeks + games + lines + scores > 0 else { return }
        announcer.announce(.lobby(club.id))
        if lines > 0 { announcer.announce(.room(.lobby, in: club.id)) }
        logger.info(
            "cleaned up",
            metadata: [
                "club": "\(club.id)", "challenges": "\(challenges)", "seeks": "\(seeks)", "presence": "\(presence)", "games": "\(games)",
                "lines": "\(lines)", "scores": "\(scores)",
            ])
    }
}
