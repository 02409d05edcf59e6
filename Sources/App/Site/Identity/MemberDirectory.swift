import Postgres
import Web

/// Finds members by their handle, the member's name in addresses, which never changes. The ids that belong to handles are cached in memory, so that
/// a profile needs one round trip to the database.
final class MemberDirectory: Sendable {
    private struct Key: Hashable {
        var club: ID<Club>
        var handle: String
    }

    private let database: Database
    private let cache = Cache<Key, ID<Member>>(limit: 50_000)

    init(database: Database) { self.database = database }

    var cachedCount: Int { cache.count }

    func member(_ handle: String, in club: ID<Club>) async throws -> ID<Member>? {
        let (key, removals) = (Key(club: club, handle: handle), cache.removals)
        if let member = cache[key] { return member }
        let member = try await database.read(tenant: club.rawValue, ClubDirectoryQueries().member(handle: handle))
        if let member { cache.store(member, for: key, readAfter: removals) }
        return member
    }

    /// Removes a handle from the cache. Call this function when the member with this handle leaves the club, or may have joined the club
    /// again as a new member.
    func evict(_ handle: String, in club: ID<Club>) { cache.remove(Key(club: club, handle: handle)) }
    func evict(_ member: ID<Member>) { cache.removeAll { $0 == member } }
}

extension MemberVisit {
    /// Throws `Problem.notFound` if there is no such member, or if the member is hidden from the visitor.
    func member(_ handle: String) async throws -> ID<Member> {
        guard let member = try await services.members.member(handle, in: club.id), !hidden.contains(member) else { throw Problem.notFound }
        return member
    }
}
