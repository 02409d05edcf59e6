import Logging
import Postgres

/// Lets members go, and clears what was theirs: at once in the background, and, should that be interrupted, with the clean-up.
final class Departures: Sendable {
    private let database: Database
    private let announcer: Announcer
    private let sessions: Sessions
    private let clubs: ClubDirectory
    private let logger: Logger
    private let queries = DepartureQueries()
    private static let rowsAtOnce = 2000
    private static let photosAtOnce = 20
    private static let gamesAtOnce = 50
    private static let accountsAtOnce = 10

    init(database: Database, announcer: Announcer, sessions: Sessions, clubs: ClubDirectory, logger: Logger) {
        (self.database, self.announcer, self.sessions, self.clubs, self.logger) = (database, announcer, sessions, clubs, logger)
    }

    /// Ends the membership. Returns who it was, of whom everything is still to be cleared; nil: no member.
    func leave(_ account: ID<Account>, _ club: Club) async throws -> ID<Member>? {
        let (_, heir, member) = try await database.write(
            tenant: club.id.rawValue, queries.takeTurns(), queries.promoteHeir(of: account), queries.leave(account))
        guard let member else { return nil }
        for account in [account, heir] { account.map { sessions.forget($0) } }
        clubs.forget(club.slug)
        announcer.announce(.lobby(club.id))
        return member
    }

    /// Deletes accounts whose days of grace are over: they leave every club, and what was theirs goes first.
    func deleteDueAccounts() async throws {
        for account in try await database.read(AccountQueries().due(limit: Self.accountsAtOnce)) {
            for club in try await clubs.clubs(of: account) {
                guard let member = try await leave(account, club) else { continue }
                try await clear(member, in: club.id)
            }
            try await database.write(ClubQueries().name(account), AccountQueries().delete(account))
            sessions.forget(account)
        }
    }

    /// Clears what was theirs, without anybody waiting for it.
    func clearInBackground(_ member: ID<Member>, in club: ID<Club>) {
        Task {
            do {
                try await clear(member, in: club)
            } catch {
                // The clean-up goes on with it.
                logger.warning("departure interrupted", metadata: ["club": "\(club)", "member": "\(member)", "error": "\(error)"])
            }
        }
    }

    /// Clears what was a former member's. Their games stay; those that run are given up.
    func clear(_ member: ID<Member>, in club: ID<Club>) async throws {
        try await database.write(tenant: club.rawValue, queries.clearRest(of: member))
        try await giveUpGames(of: member, in: club)
        try await drain(club, Self.rowsAtOnce) { queries.clearLines(of: member, limit: $0) }
        try await drain(club, Self.photosAtOnce) { queries.clearPhotos(of: member, limit: $0) }
        try await drain(club, Self.rowsAtOnce) { queries.clearLikes(of: member, limit: $0) }
        try await drain(club, Self.rowsAtOnce) { queries.clearFollows(of: member, limit: $0) }
        try await drain(club, Self.rowsAtOnce) { queries.clearNotices(of: member, limit: $0) }
        // What had begun before they left may have been stored since.
        try await giveUpGames(of: member, in: club)
        try await database.write(tenant: club.rawValue, queries.clearRest(of: member), queries.noteCleared(member))
        announcer.announce(.lobby(club), .room(.lobby, in: club))
    }

    private func giveUpGames(of member: ID<Member>, in club: ID<Club>) async throws {
        let ending = GameEnding(database, announcer, in: club)
        for _ in 0..<100 {
            let games = try await database.read(tenant: club.rawValue, GameQueries().running(of: member, limit: Self.gamesAtOnce))
            guard !games.isEmpty else { return }
            for game in games { try await ending.giveUp(game.id, by: member) }
        }
    }

    private func drain(_ club: ID<Club>, _ limit: Int, _ step: (Int) -> Query<Int>) async throws {
        while try await database.write(tenant: club.rawValue, step(limit)) > 0 {}
    }
}
