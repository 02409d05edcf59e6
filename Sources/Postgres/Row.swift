import Calendar
import CLibPQ
import FoundationEssentials

/// A type that can be decoded from one row. Its initialiser reads the columns one after another, in the order of the SELECT list.
public protocol RowDecodable: Sendable {
    init(_ row: inout Row) throws
}

/// A type whose memberwise initialiser takes the columns of a row in their order.
///
///     struct LapSum: RowRecord {
///         var day: CalendarDate
///         var laps: Int
///         static let decoder = RowDecoder(LapSum.init)
///     }
public protocol RowRecord: RowDecodable {
    static var decoder: RowDecoder<Self> { get }
}

extension RowRecord {
    @inlinable public init(_ row: inout Row) throws { self = try Self.decoder.decode(&row) }
}

/// Reads the columns of a row one after another, and creates a record from them. The function that creates the record has at least one
/// parameter (`First`). Otherwise Swift could choose `Record.init()`, which exists if all properties of the record are optional.
public struct RowDecoder<Record: Sendable>: Sendable {
    @usableFromInline let decode: @Sendable (inout Row) throws -> Record

    @inlinable
    public init<First: RowDecodable, each Column: RowDecodable>(_ make: @escaping @Sendable (First, repeat each Column) -> Record) {
        decode = { row in
            let first = try First(&row)
            return make(first, repeat try (each Column)(&row))
        }
    }
}

/// One row, whose columns are read from left to right.
public struct Row {
    let rows: ResultRows
    let index: Int
    var column: Int32 = 0
    var bytesRead = 0

    init(rows: ResultRows, index: Int) {
        self.rows = rows
        self.index = index
    }

    /// Returns the value of the next column. If there is no such column, or if it has another type, it throws `unexpectedRow` with the
    /// statement and the column.
    ///
    /// The function is inlinable, so that features decode their rows without looking up types at run time.
    @inlinable
    public mutating func next<Value: PostgresDecodable>(_: Value.Type = Value.self) throws -> Value {
        let (bytes, type) = try advance()
        guard let value = Value.decode(bytes, type: type) else { throw misfit(bytes, Value.self) }
        return value
    }

    /// Returns the bytes and the type of the next column. If the column is SQL NULL, the bytes are nil.
    @usableFromInline
    mutating func advance() throws -> (bytes: UnsafeRawBufferPointer?, type: UInt32) {
        guard column < rows.columns else { throw rows.unexpected(column: "\(column + 1)", "there is no such column") }
        let (bytes, type) = (rows.bytes(row: index, column: column), rows.type(of: column))
        column += 1
        bytesRead += bytes?.count ?? 0
        return (bytes, type)
    }

    /// Returns an error which says that the last column could not be decoded as type `wanted`.
    @usableFromInline
    func misfit(_ bytes: UnsafeRawBufferPointer?, _ wanted: Any.Type) -> DatabaseError {
        rows.unexpected(column: rows.name(of: column - 1), bytes == nil ? "it is NULL" : "it is not of type \(wanted)")
    }
}

/// The rows that one statement returned. This object owns the `PGresult`. The rows may be read on any thread, because libpq does not change
/// a result after it has returned it.
final class ResultRows: @unchecked Sendable {
    private let result: OpaquePointer
    private let sql: SQL
    let count: Int
    let columns: Int32
    /// The number of bytes of the values that were decoded so far. Only the one caller that decodes the rows changes this number.
    private(set) var bytesRead = 0

    init(taking result: OpaquePointer, sql: SQL) {
        self.result = result
        self.sql = sql
        count = Int(PQntuples(result))
        columns = PQnfields(result)
    }

    deinit { PQclear(result) }

    /// The number of rows that an INSERT, UPDATE or DELETE changed.
    var changed: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command tag that PostgreSQL returned, such as `COMMIT` or `INSERT 0 1`.
    var tag: String { String(cString: PQcmdStatus(result)) }

    func type(of column: Int32) -> UInt32 { PQftype(result, column) }
    func name(of column: Int32) -> String { PQfname(result, column).map { String(cString: $0) } ?? "\(column + 1)" }

    func bytes(row: Int, column: Int32) -> UnsafeRawBufferPointer? {
        let row = Int32(truncatingIfNeeded: row)
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    func decode<Value: RowDecodable>(at index: Int) throws -> Value {
        guard index < count else { throw unexpected(column: "1", "there is no row") }
        var row = Row(rows: self, index: index)
        defer { bytesRead += row.bytesRead }
        return try Value(&row)
    }

    func decodeAll<Value: RowDecodable>() throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count { values.append(try decode(at: index)) }
        return values
    }

    func unexpected(column: String, _ problem: String) -> DatabaseError {
        .unexpectedRow(statement: "\(sql)", column: column, problem: problem)
    }
}

extension RowDecodable where Self: PostgresDecodable {
    @inlinable public init(_ row: inout Row) throws { self = try row.next() }
}

extension Bool: RowDecodable {}
extension Int: RowDecodable {}
extension Int32: RowDecodable {}
extension Int16: RowDecodable {}
extension Double: RowDecodable {}
extension String: RowDecodable {}
extension Date: RowDecodable {}
extension UUID: RowDecodable {}
extension Bytes: RowDecodable {}
extension CalendarDate: RowDecodable {}
extension Numeric: RowDecodable {}
extension JSON: RowDecodable {}
extension Optional: RowDecodable where Wrapped: PostgresDecodable {}
extension Array: RowDecodable where Element: PostgresDecodable {}
