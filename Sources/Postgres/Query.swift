/// A statement with its parameters bound, and how to read what comes back. Made by the feature's `…Queries`, sent by `Database`.
public struct Query<Output: Sendable>: Sendable {
    let statement: BoundStatement
    let decode: @Sendable (ResultRows) throws -> Output
}

/// A statement's text and its bound parameters in one buffer.
struct BoundStatement: Sendable {
    /// One parameter: its type, and where its bytes are (a negative length is SQL NULL).
    struct Parameter: Sendable {
        var type: UInt32
        var offset: Int
        var length: Int
    }

    let sql: StaticString
    private(set) var bytes: [UInt8] = []
    private(set) var parameters: [Parameter] = []

    init<each Value: PostgresEncodable>(_ sql: StaticString, _ values: repeat each Value) {
        self.sql = sql
        for value in repeat each values { bind(value) }
    }

    private mutating func bind<Value: PostgresEncodable>(_ value: Value) {
        let offset = bytes.count
        if !value.isNull { value.encode(into: &bytes) }
        parameters.append(Parameter(type: Value.typeID, offset: offset, length: value.isNull ? -1 : bytes.count - offset))
    }

    /// What a connection knows its prepared statement by: the literal's address, so that finding it costs no hashing of text, and
    /// the parameters' types, as equal literals may share an address.
    struct Key: Hashable {
        var text: UnsafeRawPointer
        var types: UInt64
    }

    var key: Key {
        let types = parameters.reduce(UInt64(parameters.count)) { $0 &* 0x100_0000_01b3 ^ UInt64($1.type) }
        return Key(text: UnsafeRawPointer(sql.utf8Start), types: types)
    }
}

extension Query {
    /// Every row.
    public static func all<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: StaticString, _ values: repeat each Value
    ) -> Self where Output == [Row] {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decodeAll() }
    }

    /// The first row, or nil.
    public static func first<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: StaticString, _ values: repeat each Value
    ) -> Self where Output == Row? {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.count == 0 ? nil : $0.decode(at: 0) }
    }

    /// The first row; an empty answer throws `unexpectedRow`.
    public static func one<each Value: PostgresEncodable>(
        _ sql: StaticString, _ values: repeat each Value
    ) -> Self where Output: RowDecodable {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decode(at: 0) }
    }

    /// No rows: the number of rows the statement changed.
    public static func change<each Value: PostgresEncodable>(
        _ sql: StaticString, _ values: repeat each Value
    ) -> Self where Output == Int {
        Query(statement: BoundStatement(sql, repeat each values)) { $0.changed }
    }
}
