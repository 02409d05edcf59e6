import Postgres

/// Compares stored totals with the rows that they count. The statement returns some of the differences as text, and may read all rows of a
/// club.
struct ConsistencyCheck: Sendable {
    /// The name of the stored total, for example "laps by day".
    let name: String
    let query: Query<[String]>

    init(_ name: String, _ query: Query<[String]>) { (self.name, self.query) = (name, query) }
}

public struct ConsistencyChecker: Sendable {
    private let database: Database
    private static let clubsAtOnce = 100

    /// - Parameter database: the database, with a deadline for statements that is long enough for the largest club.
    public init(_ database: Database) { self.database = database }

    /// Checks every club, and calls `report` for each difference. A server may run at the same time, because one statement reads a total
    /// and the rows that it counts. Returns the number of clubs, and the number of checks for each club.
    public func run(_ report: (_ difference: String) -> Void) async throws -> (clubs: Int, checks: Int) {
        let checks = features.flatMap(\.checks)
        var (count, last) = (0, ID<Club>(0))
        while true {
            let clubs = try await database.read(ClubDirectoryQueries().clubs(after: last, limit: Self.clubsAtOnce))
            for club in clubs {
                for check in checks {
                    for difference in try await database.read(tenant: club.id.rawValue, check.query) {
                        report("\(club.slug), \(check.name): \(difference)")
                    }
                }
            }
            count += clubs.count
            guard clubs.count == Self.clubsAtOnce, let end = clubs.last else { return (count, checks.count) }
            last = end.id
        }
    }
}
