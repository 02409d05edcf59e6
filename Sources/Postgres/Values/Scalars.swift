import FoundationEssentials

extension Bool: PostgresValue {
    public static var typeID: UInt32 { TypeID.bool }
    public static var arrayTypeID: UInt32 { TypeID.boolArray }
    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Bool? {
        guard type == TypeID.bool, let byte = bytes?.first else { return nil }
        return byte != 0
    }
}

extension Int: PostgresValue {
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

extension Int32: PostgresValue {
    public static var typeID: UInt32 { TypeID.int4 }
    public static var arrayTypeID: UInt32 { TypeID.int4Array }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Int32? {
        guard type != TypeID.int8 else { return nil }
        return Int.decode(bytes, type: type).map(Int32.init)
    }
}

extension Int16: PostgresValue {
    public static var typeID: UInt32 { TypeID.int2 }
    public static var arrayTypeID: UInt32 { TypeID.int2Array }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Int16? {
        guard type == TypeID.int2 else { return nil }
        return bytes?.bigEndian(Int16.self)
    }
}

extension Double: PostgresValue {
    public static var typeID: UInt32 { TypeID.float8 }
    public static var arrayTypeID: UInt32 { TypeID.float8Array }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Double? {
        switch type {
        case TypeID.float8: bytes?.bigEndian(UInt64.self).map { Double(bitPattern: $0) }
        case TypeID.float4: bytes?.bigEndian(UInt32.self).map { Double(Float(bitPattern: $0)) }
        default: nil
        }
    }
}

extension String: PostgresValue {
    public static var typeID: UInt32 { TypeID.text }
    public static var arrayTypeID: UInt32 { TypeID.textArray }
    public var refusal: String? { utf8.contains(0) ? "text cannot hold the character NUL" : nil }
    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> String? {
        switch type {
        case TypeID.text, TypeID.varchar, TypeID.bpchar, TypeID.name:
            bytes.map { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }
}

/// Raw bytes, which are `bytea` in PostgreSQL.
public struct Bytes: PostgresValue, Hashable {
    public var bytes: [UInt8]
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    public static var typeID: UInt32 { TypeID.bytea }
    public static var arrayTypeID: UInt32 { TypeID.byteaArray }
    public func encode(into buffer: inout [UInt8]) { buffer.append(contentsOf: bytes) }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Bytes? {
        guard type == TypeID.bytea else { return nil }
        return bytes.map { Bytes($0) }
    }
}

extension UUID: PostgresValue {
    public static var typeID: UInt32 { TypeID.uuid }
    public static var arrayTypeID: UInt32 { TypeID.uuidArray }
    public func encode(into bytes: inout [UInt8]) { withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) } }
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> UUID? {
        guard type == TypeID.uuid, let bytes, bytes.count == 16 else { return nil }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

/// Encodes and decodes `timestamptz`, in microseconds. The conversion is exact from 1865 to 2137, because `Date` is that precise only in
/// these years. PostgreSQL's `infinity` becomes a date with an infinite interval.
extension Date: PostgresValue {
    /// The seconds from PostgreSQL's epoch (2000-01-01 00:00 UTC) to the epoch of `Date` (2001-01-01 00:00 UTC).
    private static let epoch: Int64 = 31_622_400
    /// The range of `timestamptz`, from 4713 BC to 294276 AD (PostgreSQL manual, table 8.9), in seconds since 2001.
    private static let range = -211_845_110_400.0..<9_223_339_708_800.0

    public static var typeID: UInt32 { TypeID.timestamptz }
    public static var arrayTypeID: UInt32 { TypeID.timestamptzArray }

    public var refusal: String? {
        let seconds = timeIntervalSinceReferenceDate
        return seconds.isInfinite || Self.range.contains(seconds) ? nil : "a time outside of what timestamptz can hold"
    }

    public func encode(into bytes: inout [UInt8]) {
        let seconds = timeIntervalSinceReferenceDate
        guard seconds.isFinite, Self.range.contains(seconds) else { return bytes.append(bigEndian: seconds < 0 ? Int64.min : .max) }
        let whole = seconds.rounded(.down)
        let microseconds = ((seconds - whole) * 1_000_000).rounded()
        bytes.append(bigEndian: (Int64(whole) + Self.epoch) * 1_000_000 + Int64(microseconds))
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Date? {
        guard type == TypeID.timestamptz, let value = bytes?.bigEndian(Int64.self) else { return nil }
        guard value != .max, value != .min else { return Date(timeIntervalSinceReferenceDate: value > 0 ? .infinity : -.infinity) }
        let (seconds, microseconds) = value.quotientAndRemainder(dividingBy: 1_000_000)
        return Date(timeIntervalSinceReferenceDate: Double(seconds - epoch) + Double(microseconds) / 1_000_000)
    }
}
