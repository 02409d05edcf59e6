import Postgres

/// Numbers that are kept beside what they count: a statement that counts anew, and says in words what differs, up to some of it. It may look
/// through all of a club's rows.
struct Check: Sendable {
    /// What is counted: "laps by day".
    let name: String
    let query: Query<[String]>

    init(_ name: String, _ query: Query<[String]>) { (self.name, self.query) = (name, query) }
}

/// Counts anew what is kept beside what it counts.
public struct SiteCheck: Sendable {
    private let database: Database
    private static let clubsAtOnce = 100

    /// - Parameter database: with a deadline that suits the largest club.
    public init(_ database: Database) { self.database = database }

    /// Looks at every club; a server may be running meanwhile, as each number is read in one statement with what it counts. Hands on each
    /// difference in words. Returns how many clubs that were, and how many kinds of numbers in each.
    public func run(_ say: (_ difference: String) -> Void) async throws -> (clubs: Int, checks: Int) {
        let checks = features.flatMap(\.checks)
        var (count, last) = (0, ID<Club>(0))
        while true {
            let clubs = try await database.read(DirectoryQueries().clubs(after: last, limit: Self.clubsAtOnce))
            for club in clubs {
                for check in checks {
                    for difference in try await database.read(tenant: club.id.rawValue, check.query) {
                        say("\(club.slug), \(check.name): \(difference)")
                    }
                }
            }
            count += clubs.count
            guard clubs.count == Self.clubsAtOnce, let end = clubs.last else { return (count, checks.count) }
            last = end.id
        }
    }
}
