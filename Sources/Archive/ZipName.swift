/// The name of an entry. It is a path that does not leave the folder in which the archive is unpacked, on any operating system.
struct ZipName: Hashable, Sendable {
    /// The maximum number of bytes of a name. A record in the central directory with a name of this length still fits into 65,535 bytes
    /// (APPNOTE.TXT section 4.4.12).
    static let longest = 65_535 - 83

    let bytes: [UInt8]

    /// Throws for the names that APPNOTE.TXT section 4.4.17.1 forbids, for control characters, and for empty components. Also throws for
    /// components that consist only of dots and spaces, because Windows treats ".. " like "..".
    init(_ text: String) throws(ZipError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .emptyName }
        guard bytes.count <= Self.longest else { throw .nameTooLong }
        guard bytes[0] != UInt8(ascii: "/"), !Self.hasDrive(bytes) else { throw .absoluteName }
        guard !bytes.contains(UInt8(ascii: "\\")) else { throw .backslash }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlCharacter }
        for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !component.isEmpty else { throw .emptyComponent }
            guard !component.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }) else { throw .dots }
        }
        self.bytes = bytes
    }

    private static func hasDrive(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0] | 0x20)
    }
}
