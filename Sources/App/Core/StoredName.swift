import Postgres

/// Something of a few kinds, each of which the database knows by a word.
protocol StoredName: RawRepresentable<String>, PostgresEncodable, PostgresDecodable, RowDecodable {}

extension StoredName {
    static var typeID: UInt32 { String.typeID }
    static var arrayTypeID: UInt32 { String.arrayTypeID }
    func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Self? {
        String.decode(bytes, type: type).flatMap { Self(rawValue: $0) }
    }
}
