import FoundationEssentials
import Postgres

/// A part of the archive with a member's own data: JSON that PostgreSQL makes, or files. `name` is the name of the file or folder.
struct Export: Sendable {
    /// Reads a slice of a list: at most `limit` rows after the key `after`.
    typealias List = @Sendable (_ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>
    /// Reads a slice of one of several lists. `key` is the key of the row to which the list belongs.
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
