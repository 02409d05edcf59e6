import Postgres
import Synchronization

/// The time zones that people can choose: places of the IANA Time Zone Database, as the database server knows them. They are read once,
/// when they are first needed.
final class TimeZones: Sendable {
    private let database: Database
    private let cachedNames = Mutex<[String]>([])
    /// The maximum number of bytes in a name. The longest known name has 32 bytes.
    private static let maxNameBytes = 64

    init(database: Database) { self.database = database }

    func names() async throws -> [String] {
        let names = cachedNames.withLock(\.self)
        guard names.isEmpty else { return names }
        let read = try await database.read(TimeZoneQueries().names()).filter { Self.renamed[$0] == nil }
        cachedNames.withLock { $0 = read }
        return read
    }

    /// The current name of the time zone that has or had this name. Nil if there is no such time zone.
    func zone(_ name: String) async throws -> String? {
        let name = Self.renamed[name] ?? name
        guard name.utf8.count <= Self.maxNameBytes else { return nil }
        return try await names().contains(name) ? name : nil
    }

    /// The choices of a form, with labels such as "America/New York". The chosen time zone is included even if the database server no
    /// longer knows it.
    func choices(chosen: String) async throws -> [Choice] {
        let names = try await names()
        return ((names.contains(chosen) ? [] : [chosen]) + names).map {
            Choice(value: $0, label: $0.replacing("_", with: " "), isChosen: $0 == chosen)
        }
    }

    /// Old names of time zones that browsers still use, because Unicode's CLDR keeps them, and the current names of the same places.
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

struct TimeZoneSetting: Sendable, RowDecodable {
    var name = "UTC"
    /// Whether the time zone follows the device. False if the person has chosen a time zone.
    var isByDevice = true

    init() {}

    init(_ row: inout Row) throws {
        name = try row.next()
        isByDevice = try row.next()
    }
}
