/// The object identifiers (OIDs) of PostgreSQL's types that are sent in binary format (pg_type.dat).
public enum TypeID {
    public static let bool: UInt32 = 16
    public static let bytea: UInt32 = 17
    public static let name: UInt32 = 19
    public static let int8: UInt32 = 20
    public static let int2: UInt32 = 21
    public static let int4: UInt32 = 23
    public static let text: UInt32 = 25
    public static let json: UInt32 = 114
    public static let float4: UInt32 = 700
    public static let float8: UInt32 = 701
    public static let boolArray: UInt32 = 1000
    public static let byteaArray: UInt32 = 1001
    public static let int2Array: UInt32 = 1005
    public static let int4Array: UInt32 = 1007
    public static let textArray: UInt32 = 1009
    public static let int8Array: UInt32 = 1016
    public static let float8Array: UInt32 = 1022
    public static let bpchar: UInt32 = 1042
    public static let varchar: UInt32 = 1043
    public static let date: UInt32 = 1082
    public static let dateArray: UInt32 = 1182
    public static let timestamptz: UInt32 = 1184
    public static let timestamptzArray: UInt32 = 1185
    public static let numericArray: UInt32 = 1231
    public static let numeric: UInt32 = 1700
    public static let uuid: UInt32 = 2950
    public static let uuidArray: UInt32 = 2951
    public static let jsonb: UInt32 = 3802
    public static let jsonbArray: UInt32 = 3807
}

/// A value that can be the parameter of a statement. It is encoded in PostgreSQL's binary format (network byte order).
public protocol PostgresEncodable: Sendable {
    static var typeID: UInt32 { get }
    static var arrayTypeID: UInt32 { get }
    /// Whether the value is SQL NULL. If it is, `encode` is not called.
    var isNull: Bool { get }
    /// The reason why PostgreSQL cannot store this value. It does not contain the value itself. Nil if the value can be stored. A statement
    /// with a refused value is not sent.
    var refusal: String? { get }
    func encode(into bytes: inout [UInt8])
}

extension PostgresEncodable {
    public var isNull: Bool { false }
    public var refusal: String? { nil }
}

/// A value that can be read from a column in PostgreSQL's binary format.
public protocol PostgresDecodable: Sendable {
    /// Decodes the bytes of a column of type `type`. If the column is SQL NULL, `bytes` is nil. Returns nil if the bytes cannot be decoded
    /// as this Swift type.
    static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Self?
}

public typealias PostgresValue = PostgresEncodable & PostgresDecodable

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    func bigEndian<Integer: FixedWidthInteger>(_: Integer.Type, at offset: Int = 0) -> Integer? {
        guard offset >= 0, offset + MemoryLayout<Integer>.size <= count else { return nil }
        return Integer(bigEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }
}
