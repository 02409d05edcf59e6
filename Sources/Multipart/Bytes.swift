extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let dash = UInt8(ascii: "-")

    /// Whether this is a space or a tab (`LWSP-char` of RFC 822).
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    var isControl: Bool { self < 0x20 || self == 0x7F }

    /// Whether this may be part of a `token` (RFC 2045 section 5.1).
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: ":"), .backslash, .quote, UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "?"), UInt8(ascii: "="):
            false
        default: (0x21...0x7E).contains(self)
        }
    }

    /// Whether this may be part of a boundary (`bchars` of RFC 2046 section 5.1.1).
    var isBoundary: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "'()+_,-./:=? ".utf8.contains(self)
        }
    }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Sequence<UInt8> {
    /// The text with ASCII letters in lower case. It is used for names in which upper and lower case mean the same. Invalid UTF-8 becomes
    /// U+FFFD.
    var lowercasedText: String { String(decoding: map(\.lowercased), as: UTF8.self) }
}

extension UnsafeRawBufferPointer {
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        let taken = UnsafeRawBufferPointer(rebasing: prefix(count))
        self = UnsafeRawBufferPointer(rebasing: dropFirst(count))
        return taken
    }
}
