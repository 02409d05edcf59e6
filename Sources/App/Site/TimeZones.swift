import Postgres
import Synchronization

/// The time zones that one chooses among: places of the IANA Time Zone Database, as the database server knows them. Read once, when they
/// are first asked for.
final class TimeZones: Sendable {
    private let database: Database
    private let known = Mutex<[String]>([])

    init(database: Database) { self.database = database }

    func names() async throws -> [String] {
        let names = known.withLock(\.self)
        guard names.isEmpty else { return names }
        let read = try await database.read(TimeZoneQueries().names())
        known.withLock { $0 = read }
        return read
    }

    /// `zone`, if it is one.
    func zone(_ name: String) async throws -> String? { try await names().contains(name) ? name : nil }

    /// "America/New York"
    func choices(chosen: String) async throws -> [Choice] {
        try await names().map { Choice(value: $0, label: $0.replacing("_", with: " "), isChosen: $0 == chosen) }
    }
}

struct TimeZoneQueries {
    /// Without those that are no places, or that stand for others since 1993.
    func names() -> Query<[String]> {
        .all(
            """
            SELECT name FROM pg_timezone_names
            WHERE name = 'UTC' OR name LIKE '%/%' AND name !~ '^(posix|right|SystemV|Etc|US|Canada|Brazil|Mexico|Chile)/' ORDER BY name
            """)
    }
}

/// A person's time zone.
struct TimeZoneSetting: Sendable, RowDecodable {
    var name = "UTC"
    /// Else they chose it.
    var isByDevice = true

    init() {}

    init(_ row: inout Row) throws {
        name = try row.next()
        isByDevice = try row.next()
    }
}
