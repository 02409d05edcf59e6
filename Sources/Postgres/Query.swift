/// A statement with its bound parameters, and the decoder of its result. A feature's `…Queries` creates it, and `Database` sends it.
public struct Query<Output: Sendable>: Sendable {
    let statement: BoundStatement
    let decode: @Sendable (ResultRows) throws -> Output
}

/// A statement's text and its bound parameters in one buffer.
struct BoundStatement: Sendable {
    /// The type of a parameter, and the place of its bytes in the buffer. A negative length stands for SQL NULL.
    struct Parameter: Sendable {
        var type: UInt32
        var offset: Int
        var length: Int
    }

    let sql: SQL
    /// The text that is sent instead of `sql`, without being prepared.
    private(set) var oneOff: String?
    private(set) var bytes: [UInt8] = []
    private(set) var parameters: [Parameter] = []
    /// The reason why the statement cannot be sent. Nil if it can.
    private(set) var refusal: DatabaseError?

    init<each Value: PostgresEncodable>(_ sql: SQL, _ values: repeat each Value) {
        self.sql = sql
        var count = 0
        for _ in repeat each values { count += 1 }
        parameters.reserveCapacity(count)
        bytes.reserveCapacity(16 * count)
        for value in repeat each values { bind(value) }
    }

    /// Creates a statement with a text that is not reused, such as FETCH. Errors name `sql`, which it serves.
    init(_ sql: SQL, oneOff: String) {
        self.sql = sql
        self.oneOff = oneOff
    }

    func prefixed(by prefix: String) -> BoundStatement {
        var statement = self
        statement.oneOff = prefix + "\(sql)"
        return statement
    }

    /// Binds other values, and reuses the memory of the previous ones.
    mutating func rebind<each Value: PostgresEncodable>(_ values: repeat each Value) {
        bytes.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        for value in repeat each values { bind(value) }
    }

    private mutating func bind<Value: PostgresEncodable>(_ value: Value) {
        if let problem = value.refusal, refusal == nil {
            refusal = .unstorable(statement: "\(sql)", parameter: parameters.count + 1, problem: problem)
        }
        let offset = bytes.count
        if !value.isNull { value.encode(into: &bytes) }
        if bytes.count - offset > Self.largestValue {
            refusal = .unstorable(statement: "\(sql)", parameter: parameters.count + 1, problem: "more than 1 GB")
        }
        parameters.append(Parameter(type: Value.typeID, offset: offset, length: value.isNull ? -1 : bytes.count - offset))
    }

    private static let largestValue = 1 << 30

    /// Identifies a prepared statement on a connection by the address of its text, so that the lookup does not hash the text, and by the
    /// types of its parameters, because equal literals may share an address.
    struct Key: Hashable {
        var text: UnsafeRawPointer
        var types: UInt64
    }

    var key: Key {
        let types = parameters.reduce(UInt64(parameters.count)) { $0 &* 0x100_0000_01b3 ^ UInt64($1.type) }
        return Key(text: UnsafeRawPointer(sql.start), types: types)
    }
}

extension Query {
    /// Returns the same query with its result converted by `transform`.
    public func map<Value: Sendable>(_ transform: @escaping @Sendable (Output) throws -> Value) -> Query<Value> {
        let decode = decode
        return Query<Value>(statement: statement) { try transform(decode($0)) }
    }

    /// Returns every row.
    public static func all<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == [Row] {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decodeAll() }
    }

    /// Returns the first row. Nil if there is none.
    public static func first<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == Row? {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.count == 0 ? nil : $0.decode(at: 0) }
    }

    /// Returns the first row. Throws `unexpectedRow` if there is none.
    public static func one<each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output: RowDecodable {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decode(at: 0) }
    }

    /// Returns the number of rows that the statement changed.
    public static func change<each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == Int {
        Query(statement: BoundStatement(sql, repeat each values)) { $0.changed }
    }
}
