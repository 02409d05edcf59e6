import Postgres
import Web

/// Finds clubs by their slug, the club's name in addresses. Clubs are cached in memory until they change.
final class ClubDirectory: Sendable {
    private let database: Database
    private let announcer: Announcer
    private let cache = Cache<String, Club>(limit: 10_000)
    private let queries = ClubDirectoryQueries()

    init(database: Database, announcer: Announcer) {
        self.database = database
        self.announcer = announcer
        announcer.observe { [cache] topics in
            guard let topics else { return cache.removeAll() }
            for topic in topics where topic.name.hasPrefix("club:") { cache.remove(String(topic.name.dropFirst(5))) }
        }
    }

    var cachedCount: Int { cache.count }

    /// The number of clubs that were removed from the cache. As long as it stays the same, cached clubs have not changed.
    var evictionCount: Int { cache.removals }

    func cachedClub(slug: String) -> Club? { cache[slug] }

    func club(slug: String) async throws -> Club? {
        if let club = cache[slug] { return club }
        let removals = cache.removals
        let club = try await database.read(queries.club(slug: slug))
        if let club, announcer.isListening { cache.store(club, for: slug, readAfter: removals) }
        return club
    }

    func club(invitation code: String) async throws -> InvitationRecord? {
        try await database.read(queries.setInvitation(code), queries.club(invitation: code)).1
    }

    func clubs(of account: ID<Account>) async throws -> [Club] {
        try await database.read(queries.setAccount(account), queries.clubs(of: account)).1
    }

    /// Removes the club from the caches of all instances of the server. Call this function after a change of the club.
    func evict(_ slug: String) {
        cache.remove(slug)
        announcer.announce(.club(slug: slug))
    }
}
