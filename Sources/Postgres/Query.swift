/// A statement with the values of its parameters, and a function that decodes its result. A feature's `…Queries` creates the query, and
/// `Database` sends it.
public struct Query<Output: Sendable>: Sendable {
    let statement: BoundStatement
    let decode: @Sendable (ResultRows) throws -> Output
}

/// A statement's text, and the values of its parameters in one buffer.
struct BoundStatement: Sendable {
    /// The type of a parameter, and the range of its bytes in the buffer. A negative length stands for SQL NULL.
    struct Parameter: Sendable {
        var type: UInt32
        var offset: Int
        var length: Int
    }

    let sql: SQL
    /// A text that is sent instead of `sql` and is not prepared. Nil if `sql` is sent.
    private(set) var oneOff: String?
    private(set) var bytes: [UInt8] = []
    private(set) var parameters: [Parameter] = []
    /// The reason why the statement cannot be sent. Nil if it can be sent.
    private(set) var refusal: DatabaseError?

    init<each Value: PostgresEncodable>(_ sql: SQL, _ values: repeat each Value) {
        self.sql = sql
        var count = 0
        for _ in repeat each values { count += 1 }
        parameters.reserveCapacity(count)
        bytes.reserveCapacity(16 * count)
        for value in repeat each values { bind(value) }
    }

    /// Creates a statement with a text that is used only once, such as FETCH. Error messages show `sql` instead of this text.
    init(_ sql: SQL, oneOff: String) {
        self.sql = sql
        self.oneOff = oneOff
    }

    func prefixed(by prefix: String) -> BoundStatement {
        var statement = self
        statement.oneOff = prefix + "\(sql)"
        return statement
    }

    /// Replaces the values of the parameters, and reuses the memory of the previous values.
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

    /// Identifies a prepared statement of a connection. The address of the text is compared, so that the lookup does not hash the text. The
    /// types of the parameters are compared also, because equal literals may share an address.
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
    /// Returns the same query, but with a result that `transform` has converted.
    public func map<Value: Sendable>(_ transform: @escaping @Sendable (Output) throws -> Value) -> Query<Value> {
        let decode = decode
        return Query<Value>(statement: statement) { try transform(decode($0)) }
    }

    /// Creates a query that returns every row.
    public static func all<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == [Row] {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decodeAll() }
    }

    /// Creates a query that returns the first row, or nil if there is no row.
    public static func first<Row: RowDecodable, each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == Row? {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.count == 0 ? nil : $0.decode(at: 0) }
    }

    /// Creates a query that returns the first row. It throws `unexpectedRow` if there is no row.
    public static func one<each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output: RowDecodable {
        Query(statement: BoundStatement(sql, repeat each values)) { try $0.decode(at: 0) }
    }

    /// Creates a query that returns the number of rows that the statement changed.
    public static func change<each Value: PostgresEncodable>(
        _ sql: SQL, _ values: repeat each Value
    ) -> Self where Output == Int {
        Query(statement: BoundStatement(sql, repeat each values)) { $0.changed }
    }
}
