import Postgres

/// Looks at everything again that badges count: after a rule has been added or changed, or what it counts.
public struct BadgeReplay: Sendable {
    private let database: Database
    private let queries = BadgeQueries()
    private static let (clubsAtOnce, membersAtOnce) = (100, 500)

    public init(_ database: Database) { self.database = database }

    /// Of every member of every club. A server may be running meanwhile. Returns how many members that were, and how many badges are new.
    public func run() async throws -> (members: Int, badges: Int) {
        var (members, badges, last) = (0, 0, ID<Club>(0))
        while true {
            let clubs = try await database.read(DirectoryQueries().clubs(after: last, limit: Self.clubsAtOnce)).map(\.id)
            for club in clubs {
                var after = ID<Member>(0)
                while true {
                    let some = try await database.read(tenant: club.rawValue, queries.members(after: after, limit: Self.membersAtOnce))
                    for member in some { badges += try await settle(member, in: club) }
                    members += some.count
                    guard some.count == Self.membersAtOnce, let end = some.last else { break }
                    after = end
                }
            }
            guard clubs.count == Self.clubsAtOnce, let end = clubs.last else { return (members, badges) }
            last = end
        }
    }

    /// Of one member, who is no longer due then. Returns how many badges are new.
    @discardableResult
    func settle(_ member: ID<Member>, in club: ID<Club>) async throws -> Int {
        let (_, _, earned) = try await database.write(
            tenant: club.rawValue, DirectoryQueries().lock(member, member), queries.clearDues(of: member),
            and: BadgeSource.all.map { $0.settle([member]) })
        return earned.reduce(0) { $0 + $1.count }
    }
}
