import Postgres
import Web

/// Members by their handle, which never changes, kept in memory: so that a profile is one round trip.
final class MemberDirectory: Sendable {
    private struct Key: Hashable {
        var club: ID<Club>
        var handle: String
    }

    private let database: Database
    private let known = Cache<Key, ID<Member>>(limit: 50_000)

    init(database: Database) { self.database = database }

    var knownCount: Int { known.count }

    /// nil: the club has no such member.
    func member(_ handle: String, in club: ID<Club>) async throws -> ID<Member>? {
        let (key, removals) = (Key(club: club, handle: handle), known.removals)
        if let member = known[key] { return member }
        let member = try await database.read(tenant: club.rawValue, DirectoryQueries().member(handle: handle))
        if let member { known.store(member, for: key, readAfter: removals) }
        return member
    }

    /// They have left, or may have come again as somebody new.
    func forget(_ handle: String, in club: ID<Club>) { known.remove(Key(club: club, handle: handle)) }
    func forget(_ member: ID<Member>) { known.removeAll { $0 == member } }
}

extension MemberVisit {
    /// Who has that handle. Throws `Problem.notFound` when nobody has, or they are hidden from the visitor.
    func member(_ handle: String) async throws -> ID<Member> {
        guard let member = try await services.members.member(handle, in: club.id), !hidden.contains(member) else { throw Problem.notFound }
        return member
    }
}
