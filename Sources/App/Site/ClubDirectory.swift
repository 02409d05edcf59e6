import Postgres
import Web

/// Clubs by their address, kept in memory until they change.
final class ClubDirectory: Sendable {
    private let database: Database
    private let announcer: Announcer
    private let known = Cache<String, Club>(limit: 10_000)
    private let queries = DirectoryQueries()

    init(database: Database, announcer: Announcer) {
        self.database = database
        self.announcer = announcer
        announcer.observe { [known] topics in
            guard let topics else { return known.removeAll() }
            for topic in topics where topic.name.hasPrefix("club:") { known.remove(String(topic.name.dropFirst(5))) }
        }
    }

    var knownCount: Int { known.count }

    /// How often clubs have been forgotten: as long as that stays the same, what is known does.
    var forgotten: Int { known.removals }

    /// From memory alone.
    func known(slug: String) -> Club? { known[slug] }

    func club(slug: String) async throws -> Club? {
        if let club = known[slug] { return club }
        let removals = known.removals
        let club = try await database.read(queries.club(slug: slug))
        if let club, announcer.isListening { known.store(club, for: slug, readAfter: removals) }
        return club
    }

    /// The club that an open invitation leads to, and who invites.
    func club(invitation code: String) async throws -> InvitedClub? {
        try await database.read(queries.name(invitation: code), queries.club(invitation: code)).1
    }

    /// The clubs that an account is a member of.
    func clubs(of account: ID<Account>) async throws -> [Club] {
        try await database.read(queries.name(account), queries.clubs(of: account)).1
    }

    /// Everybody reads the club again.
    func forget(_ slug: String) {
        known.remove(slug)
        announcer.announce(.club(slug: slug))
    }
}
