import Postgres

/// An enum that the database stores by its raw value.
protocol DatabaseEnum: RawRepresentable<String>, PostgresEncodable, PostgresDecodable, RowDecodable {}

extension DatabaseEnum {
    static var typeID: UInt32 { String.typeID }
    static var arrayTypeID: UInt32 { String.arrayTypeID }
    func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Self? {
        String.decode(bytes, type: type).flatMap { Self(rawValue: $0) }
    }
}
