import Postgres

/// Recalculates the badges of members, for example after the goal of a badge was changed in the code.
public struct BadgeRecalculation: Sendable {
    private let database: Database
    private let queries = BadgeQueries()
    private static let (clubsAtOnce, membersAtOnce) = (100, 500)

    public init(_ database: Database) { self.database = database }

    /// Recalculates the badges of every member of every club. The server may keep running meanwhile. Returns the number of members and the
    /// number of new badges.
    public func run() async throws -> (members: Int, badges: Int) {
        var (members, badges, last) = (0, 0, ID<Club>(0))
        while true {
            let clubs = try await database.read(ClubDirectoryQueries().clubs(after: last, limit: Self.clubsAtOnce)).map(\.id)
            for club in clubs {
                var after = ID<Member>(0)
                while true {
                    let batch = try await database.read(tenant: club.rawValue, queries.members(after: after, limit: Self.membersAtOnce))
                    for member in batch { badges += try await recalculate(member, in: club) }
                    members += batch.count
                    guard batch.count == Self.membersAtOnce, let end = batch.last else { break }
                    after = end
                }
            }
            guard clubs.count == Self.clubsAtOnce, let end = clubs.last else { return (members, badges) }
            last = end
        }
    }

    /// Recalculates the badges of a member, and deletes the member from `badge_recalculations`. Returns the number of new badges.
    @discardableResult
    func recalculate(_ member: ID<Member>, in club: ID<Club>) async throws -> Int {
        let (_, _, earned) = try await database.write(
            tenant: club.rawValue, ClubDirectoryQueries().lock(member), queries.deleteRecalculation(of: member),
            and: BadgeSource.all.map { $0.award(to: [member]) })
        return earned.reduce(0) { $0 + $1.count }
    }
}
