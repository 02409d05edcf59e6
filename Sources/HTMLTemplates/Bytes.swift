extension UInt8 {
    static let newline = UInt8(ascii: "\n")

    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

    /// Whether this is white space in HTML: a tab, line feed, form feed, carriage return or space in ASCII.
    var isHTMLSpace: Bool { isBlank || self == 0x0A || self == 0x0C }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first byte that is not valid UTF-8. Nil if all bytes are valid.
    var firstInvalidUTF8: Int? {
        guard String(validating: self, as: UTF8.self) == nil else { return nil }
        var parser = UTF8.ForwardParser()
        var bytes = makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &bytes) { offset += scalar.count }
        return offset
    }
}

extension Array {
    /// A copy without unused capacity. Use it for arrays that are kept as long as the site runs, because the unused capacity can be as
    /// large as the content.
    var fitted: Self {
        Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count
            _ = buffer.initialize(from: self)
        }
    }
}

/// A set of ASCII bytes, as one bit for each byte in two 64-bit numbers.
struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
    }

    /// Whether the set contains the byte. The code has no branch, because the processor could not predict which of the two numbers the next
    /// byte of a text needs.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte & 64 == 0 ? low : high
        return (word &>> UInt64(byte & 63)) & UInt64(~byte &>> 7) & 1 == 1
    }
}
