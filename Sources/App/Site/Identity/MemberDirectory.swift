import Postgres
import Web

/// Members by their handle, which never changes. They are cached in memory, so that a profile takes one round trip.
final class MemberDirectory: Sendable {
    private struct Key: Hashable {
        var club: ID<Club>
        var handle: String
    }

    private let database: Database
    private let cache = Cache<Key, ID<Member>>(limit: 50_000)

    init(database: Database) { self.database = database }

    var knownCount: Int { cache.count }

    func member(_ handle: String, in club: ID<Club>) async throws -> ID<Member>? {
        let (key, removals) = (Key(club: club, handle: handle), cache.removals)
        if let member = cache[key] { return member }
        let member = try await database.read(tenant: club.rawValue, ClubDirectoryQueries().member(handle: handle))
        if let member { cache.store(member, for: key, readAfter: removals) }
        return member
    }

    /// Call it when a member leaves, or may have joined again as a new member.
    func forget(_ handle: String, in club: ID<Club>) { cache.remove(Key(club: club, handle: handle)) }
    func forget(_ member: ID<Member>) { cache.removeAll { $0 == member } }
}

extension MemberVisit {
    /// Throws `Problem.notFound` if there is no such member, or if they are hidden from the visitor.
    func member(_ handle: String) async throws -> ID<Member> {
        guard let member = try await services.members.member(handle, in: club.id), !hidden.contains(member) else { throw Problem.notFound }
        return member
    }
}
