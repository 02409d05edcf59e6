import FoundationEssentials

/// The object identifiers of the types that travel in binary (pg_type.dat).
public enum TypeID {
    public static let bool: UInt32 = 16
    public static let bytea: UInt32 = 17
    public static let name: UInt32 = 19
    public static let int8: UInt32 = 20
    public static let int2: UInt32 = 21
    public static let int4: UInt32 = 23
    public static let text: UInt32 = 25
    public static let float8: UInt32 = 701
    public static let int2Array: UInt32 = 1005
    public static let int4Array: UInt32 = 1007
    public static let textArray: UInt32 = 1009
    public static let int8Array: UInt32 = 1016
    public static let bpchar: UInt32 = 1042
    public static let varchar: UInt32 = 1043
    public static let timestamptz: UInt32 = 1184
    public static let uuid: UInt32 = 2950
}

/// A value that can be bound to a statement, in PostgreSQL's binary format (network byte order).
public protocol PostgresEncodable: Sendable {
    static var typeID: UInt32 { get }
    static var arrayTypeID: UInt32 { get }
    /// Whether the value is SQL NULL; then `encode` is not called.
    var isNull: Bool { get }
    func encode(into bytes: inout [UInt8])
}

extension PostgresEncodable {
    public static var arrayTypeID: UInt32 { 0 }
    public var isNull: Bool { false }
}

/// A value that can be read from a column in PostgreSQL's binary format.
public protocol PostgresDecodable: Sendable {
    /// The value of `bytes` (nil: SQL NULL) of a column of `type`, or nil when it does not fit.
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

extension Bool: PostgresEncodable, PostgresDecodable {
    public static var typeID: UInt32 { TypeID.bool }
    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Bool? {
        guard type == TypeID.bool, let byte = bytes?.first else { return nil }
        return byte != 0
    }
}

extension Int: PostgresEncodable, PostgresDecodable {
    public static var typeID: UInt32 { TypeID.int8 }
    public static var arrayTypeID: UInt32 { TypeID.int8Array }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Int? {
        switch type {
        case TypeID.int8: bytes?.bigEndian(Int64.self).map(Int.init)
        case TypeID.int4: bytes?.bigEndian(Int32.self).map(Int.init)
        case TypeID.int2: bytes?.bigEndian(Int16.self).map(Int.init)
        default: nil
        }
    }
}

extension Double: PostgresEncodable, PostgresDecodable {
    public static var typeID: UInt32 { TypeID.float8 }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Double? {
        guard type == TypeID.float8 else { return nil }
        return bytes?.bigEndian(UInt64.self).map(Double.init(bitPattern:))
    }
}

extension String: PostgresEncodable, PostgresDecodable {
    public static var typeID: UInt32 { TypeID.text }
    public static var arrayTypeID: UInt32 { TypeID.textArray }
    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> String? {
        switch type {
        case TypeID.text, TypeID.varchar, TypeID.bpchar, TypeID.name:
            bytes.map { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }
}

/// Raw bytes (`bytea`).
public struct Bytes: PostgresEncodable, PostgresDecodable, Hashable {
    public var bytes: [UInt8]
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    public static var typeID: UInt32 { TypeID.bytea }
    public func encode(into buffer: inout [UInt8]) { buffer.append(contentsOf: bytes) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Bytes? {
        guard type == TypeID.bytea else { return nil }
        return bytes.map { Bytes($0) }
    }
}

extension Date: PostgresEncodable, PostgresDecodable {
    /// 2000-01-01 00:00 UTC, PostgreSQL's epoch, in seconds since 1970.
    private static let epoch: TimeInterval = 946_684_800
    public static var typeID: UInt32 { TypeID.timestamptz }
    public func encode(into bytes: inout [UInt8]) {
        let microseconds = ((timeIntervalSince1970 - Self.epoch) * 1_000_000).rounded()
        bytes.append(bigEndian: Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
    }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Date? {
        guard type == TypeID.timestamptz else { return nil }
        return bytes?.bigEndian(Int64.self).map { Date(timeIntervalSince1970: epoch + Double($0) / 1_000_000) }
    }
}

extension UUID: PostgresEncodable, PostgresDecodable {
    public static var typeID: UInt32 { TypeID.uuid }
    public func encode(into bytes: inout [UInt8]) { withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) } }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> UUID? {
        guard type == TypeID.uuid, let bytes, bytes.count == 16 else { return nil }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    public static var typeID: UInt32 { Wrapped.typeID }
    public static var arrayTypeID: UInt32 { Wrapped.arrayTypeID }
    public var isNull: Bool { self?.isNull ?? true }
    public func encode(into bytes: inout [UInt8]) { self?.encode(into: &bytes) }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Wrapped?? {
        guard let bytes else { return .some(nil) }
        return Wrapped.decode(bytes, type: type).map { .some($0) }
    }
}

extension Array: PostgresEncodable where Element: PostgresEncodable {
    public static var typeID: UInt32 { Element.arrayTypeID }
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(contains(where: \.isNull) ? 1 : 0))
        bytes.append(bigEndian: Element.typeID)
        guard !isEmpty else { return }
        bytes.append(bigEndian: Int32(count))
        bytes.append(bigEndian: Int32(1))
        for element in self { bytes.appendElement(element) }
    }
}

extension [UInt8] {
    fileprivate mutating func appendElement(_ element: some PostgresEncodable) {
        guard !element.isNull else { return append(bigEndian: Int32(-1)) }
        let start = count
        append(bigEndian: Int32(0))
        element.encode(into: &self)
        Swift.withUnsafeBytes(of: Int32(count - start - 4).bigEndian) { replaceSubrange(start..<start + 4, with: $0) }
    }
}

extension Array: PostgresDecodable where Element: PostgresDecodable {
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> [Element]? {
        guard let bytes, let dimensions = bytes.bigEndian(Int32.self) else { return nil }
        guard dimensions > 0 else { return dimensions == 0 ? [] : nil }
        guard dimensions == 1, let element = bytes.bigEndian(UInt32.self, at: 8), let count = bytes.bigEndian(Int32.self, at: 12) else {
            return nil
        }
        var values: [Element] = []
        values.reserveCapacity(Int(count))
        var offset = 20
        for _ in 0..<Int(count) {
            guard let length = bytes.bigEndian(Int32.self, at: offset).map(Int.init) else { return nil }
            offset += 4
            guard length < 0 || offset + length <= bytes.count else { return nil }
            let slice = length < 0 ? nil : UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
            guard let value = Element.decode(slice, type: element) else { return nil }
            values.append(value)
            offset += Swift.max(0, length)
        }
        return values
    }
}
