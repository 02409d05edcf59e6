extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    public static var typeID: UInt32 { Wrapped.typeID }
    public static var arrayTypeID: UInt32 { Wrapped.arrayTypeID }
    public var isNull: Bool { self?.isNull ?? true }
    public var refusal: String? { self?.refusal }
    public func encode(into bytes: inout [UInt8]) { self?.encode(into: &bytes) }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    @inlinable
    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> Wrapped?? {
        guard let bytes else { return .some(nil) }
        return Wrapped.decode(bytes, type: type).map { .some($0) }
    }
}

/// Encodes and decodes arrays of one dimension. The binary format (arrayfuncs.c, `array_send`) begins with the number of dimensions, a flag
/// for NULLs and the type of the elements. Then each dimension has its length and its lower bound, and each element has its length (-1 for
/// NULL) and its bytes.
extension Array: PostgresEncodable where Element: PostgresEncodable {
    public static var typeID: UInt32 { Element.arrayTypeID }
    /// Returns 0, because PostgreSQL has no type for an array of arrays.
    public static var arrayTypeID: UInt32 { 0 }

    public var refusal: String? {
        guard Self.typeID != 0 else { return "an array of arrays" }
        return lazy.compactMap(\.refusal).first
    }

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
        guard dimensions == 1, let element = bytes.bigEndian(UInt32.self, at: 8), let count = bytes.bigEndian(Int32.self, at: 12),
            (0...Int32(clamping: bytes.count / 4)).contains(count)
        else { return nil }
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
