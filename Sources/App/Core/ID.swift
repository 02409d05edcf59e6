import HTMLTemplates
import Postgres

/// The identifier of an `Entity`: a bigint in the database, a number in an address.
public struct ID<Entity>: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int

    public init(_ rawValue: Int) { self.rawValue = rawValue }

    /// Parses a part of an address, or a form field. Nil if the text is not a positive number in plain digits.
    public init?(_ text: some StringProtocol) {
        guard let value = Int(text), value > 0, text.utf8.first.map({ $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "+") }) == true else {
            return nil
        }
        self.init(value)
    }

    static var last: ID { ID(Int.max) }

    public var description: String { String(rawValue) }
}

extension ID: PostgresEncodable, PostgresDecodable, RowDecodable {
    public static var typeID: UInt32 { Int.typeID }
    public static var arrayTypeID: UInt32 { Int.arrayTypeID }
    public func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> ID? {
        Int.decode(bytes, type: type).map { ID($0) }
    }
}
