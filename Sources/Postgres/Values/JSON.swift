import FoundationEssentials

/// The text of a JSON document. It is written as `jsonb`, and read from `jsonb` and `json`. PostgreSQL keeps the content of `jsonb`, but
/// not its white space and not the order of its keys.
public struct JSON: Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Encodes `value` as JSON. Throws `EncodingError`.
    public init(encoding value: some Encodable) throws {
        text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// Decodes the document. Throws `DecodingError`.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension JSON: PostgresValue {
    /// The version byte that comes before the text in jsonb's binary format. There is only version 1.
    private static let version: UInt8 = 1
    public static var typeID: UInt32 { TypeID.jsonb }
    public static var arrayTypeID: UInt32 { TypeID.jsonbArray }
    public var refusal: String? { text.refusal }

    public func encode(into bytes: inout [UInt8]) {
        bytes.append(Self.version)
        text.encode(into: &bytes)
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> JSON? {
        guard let bytes else { return nil }
        switch type {
        case TypeID.json: return JSON(String(decoding: bytes, as: UTF8.self))
        case TypeID.jsonb where bytes.first == version: return JSON(String(decoding: bytes.dropFirst(), as: UTF8.self))
        default: return nil
        }
    }
}
