extension UInt8 {
    static let zero = UInt8(0)
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")

    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
}

extension [UInt8] {
    /// The byte order mark, which is U+FEFF in UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
