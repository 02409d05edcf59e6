import FoundationEssentials
import Postgres

/// What of a person's own is in the copy of everything: JSON as PostgreSQL makes it, or files. Its name is that of the file or folder.
struct Export: Sendable {
    /// A part of a list, from behind a key.
    typealias List = @Sendable (_ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>
    /// The same of one of several lists.
    typealias Item = @Sendable (_ key: Int, _ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>

    enum Content: Sendable {
        /// Of the account, with the addresses of its clubs.
        case account(@Sendable (ID<Account>, _ clubs: [String]) -> Query<ExportRow?>)
        /// One file of the account.
        case accountFile(@Sendable (ID<Account>) -> Query<ExportFile?>)
        /// One object of a member.
        case record(@Sendable (ID<Member>) -> Query<ExportRow?>)
        case list(List)
        /// A list for each row of another, under the row's key; `heading` names the row's text in it, `items` the list.
        case lists(List, heading: String, items: String, of: Item)
        /// Files, the next behind a key at a time.
        case files(@Sendable (_ me: ID<Member>, _ after: Int) -> Query<ExportFile?>)
    }

    let name: String
    let content: Content

    init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }

    init(_ name: String, _ list: @escaping List) { self.init(name, .list(list)) }
}

/// A row of a list, as JSON, and what the next one comes after.
struct ExportRow: Sendable, RowDecodable {
    var key: Int
    var text: String

    init(_ row: inout Row) throws {
        key = try row.next()
        text = try row.next()
    }
}

/// A file, and what the next one comes after.
struct ExportFile: Sendable, RowDecodable {
    var key: Int
    var name: String
    var createdAt: Date
    var data: Bytes

    init(_ row: inout Row) throws {
        key = try row.next()
        name = try row.next()
        createdAt = try row.next()
        data = try row.next()
    }
}
