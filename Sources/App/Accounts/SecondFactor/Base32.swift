/// Base32 (RFC 4648, section 6) without padding, which is the encoding of secrets that authenticator apps read.
enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var (text, pending, bits) = ([UInt8](), 0, 0)
        for byte in bytes {
            pending = pending << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[pending >> bits & 31])
            }
            pending &= 31
        }
        if bits > 0 { text.append(digits[pending << (5 - bits) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Accepts upper-case and lower-case letters, and skips spaces, dashes and padding. Nil if the text has any other character, or if its
    /// number of digits cannot encode whole bytes.
    static func decode(_ text: String) -> [UInt8]? {
        var (bytes, pending, bits) = ([UInt8](), 0, 0)
        for byte in text.utf8 where !isSkipped(byte) {
            guard let value = value(of: byte) else { return nil }
            pending = pending << 5 | value
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(pending >> bits & 255))
            }
            pending &= 255
        }
        return bits < 5 ? bytes : nil
    }

    static func groups(_ text: String, separator: String) -> String {
        let letters = Array(text)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
            .joined(separator: separator)
    }

    private static func isSkipped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=")
    }

    private static func value(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): Int(byte - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
