import FoundationEssentials
import Postgres

/// A part of the archive with a member's own data: JSON that PostgreSQL makes, or files. `name` is the name of the file or folder.
struct Export: Sendable {
    /// Reads a slice of a list: at most `limit` rows after the key `after`.
    typealias List = @Sendable (_ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>
    /// Reads a slice of the list that belongs to one row of another list. `key` is the key of that row.
    typealias Item = @Sendable (_ key: Int, _ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>

    enum Content: Sendable {
        case account(@Sendable (ID<Account>, _ clubs: [String]) -> Query<ExportRow?>)
        case accountFile(@Sendable (ID<Account>) -> Query<ExportFile?>)
        case record(@Sendable (ID<Member>) -> Query<ExportRow?>)
        case list(List)
        /// A list in which each row has another list. Each row becomes a JSON file that is named after the row's key. In this file, the
        /// field `heading` has the text of the row, and the field `items` has the row's list.
        case lists(List, heading: String, items: String, of: Item)
        /// Files, one at a time: the statement returns the next file after the key `after`.
        case files(@Sendable (_ me: ID<Member>, _ after: Int) -> Query<ExportFile?>)
    }

    let name: String
    let content: Content

    init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }

    init(_ name: String, _ list: @escaping List) { self.init(name, .list(list)) }

    /// Exports the member's rows of one table as a list.
    /// - Parameters:
    ///   - owner: the column with the member.
    ///   - key: the column with a number that identifies a row of the member. The list is in the order of this column.
    ///   - fields: the fields of a row in JSON, and an SQL expression for each of them.
    init(_ name: String, of table: SQL, owner: SQL = "member_id", by key: SQL = "id", fields: KeyValuePairs<SQL, SQL>) {
        let object = Self.object(fields)
        self.init(name) {
            .all(
                "SELECT \(key), \(object)::text FROM \(table) WHERE \(owner) = $1 AND \(key) > $2 ORDER BY \(key) LIMIT $3", $0, $1, $2)
        }
    }

    /// Exports the member's only row of a table with the column `member_id`.
    init(_ name: String, recordOf table: SQL, fields: KeyValuePairs<SQL, SQL>) {
        let object = Self.object(fields)
        self.init(name, .record { .first("SELECT member_id, \(object)::text FROM \(table) WHERE member_id = $1", $0) })
    }

    private static func object(_ fields: KeyValuePairs<SQL, SQL>) -> SQL {
        let pairs = fields.map { name, value -> SQL in "'\(name)', \(value)" }
        return "json_build_object(\(pairs.joined(by: ", ")))"
    }
}

/// A row of a list as JSON, and the row's key. The next row is the first row after this key.
struct ExportRow: RowRecord {
    var key: Int
    var text: String

    static let decoder = RowDecoder(ExportRow.init)
}

/// A file, and its key. The next file is the first file after this key.
struct ExportFile: RowRecord {
    var key: Int
    var name: String
    var createdAt: Date
    var data: Bytes

    static let decoder = RowDecoder(ExportFile.init)
}
