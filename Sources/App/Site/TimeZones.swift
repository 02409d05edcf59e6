import Postgres
import Synchronization

/// The time zones that one chooses among: places of the IANA Time Zone Database, as the database server knows them. Read once, when they
/// are first asked for.
final class TimeZones: Sendable {
    private let database: Database
    private let known = Mutex<[String]>([])
    /// Bytes of a name. The longest has 32.
    private static let longest = 64

    init(database: Database) { self.database = database }

    func names() async throws -> [String] {
        let names = known.withLock(\.self)
        guard names.isEmpty else { return names }
        let read = try await database.read(TimeZoneQueries().names()).filter { Self.renamed[$0] == nil }
        known.withLock { $0 = read }
        return read
    }

    /// The zone of that name, by its present name; nil: there is none.
    func zone(_ name: String) async throws -> String? {
        let name = Self.renamed[name] ?? name
        guard name.utf8.count <= Self.longest else { return nil }
        return try await names().contains(name) ? name : nil
    }

    /// "America/New York". What is chosen is among them even where the database server does not know it any more.
    func choices(chosen: String) async throws -> [Choice] {
        let names = try await names()
        return ((names.contains(chosen) ? [] : [chosen]) + names).map {
            Choice(value: $0, label: $0.replacing("_", with: " "), isChosen: $0 == chosen)
        }
    }

    /// What browsers call places by the names that Unicode's CLDR keeps, and what they are called now.
    static let renamed = [
        "Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
        "America/Catamarca": "America/Argentina/Catamarca", "America/Coral_Harbour": "America/Atikokan",
        "America/Cordoba": "America/Argentina/Cordoba", "America/Godthab": "America/Nuuk",
        "America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy",
        "America/Louisville": "America/Kentucky/Louisville", "America/Mendoza": "America/Argentina/Mendoza",
        "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
        "Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv",
        "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk",
    ]
}

struct TimeZoneQueries {
    /// Places, without what stands for others.
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
