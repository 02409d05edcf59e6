import FoundationEssentials
import Postgres

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
