/// Shortens scripts and style sheets. Each function reads the bytes only once, because every start of the server shortens every file.
extension Collection<UInt8> {
    /// Returns the bytes without comments. A comment begins with `opening` and ends with `*/`. If the byte `trailing` follows a comment,
    /// this byte is removed too.
    func withoutComments(from opening: StaticString, trailing: Unicode.Scalar) -> [UInt8] {
        let opening = opening.withUTF8Buffer { Array($0) }
        let closing = Array("*/".utf8)
        var plain: [UInt8] = []
        plain.reserveCapacity(count)
        var rest = self[...]
        while let slash = rest.firstIndex(of: opening[0]) {
            let comment = rest[slash...]
            guard comment.starts(with: opening), let end = comment.dropFirst(opening.count).first(closing) else {
                plain += rest[...slash]
                rest = rest[rest.index(after: slash)...]
                continue
            }
            plain += rest[..<slash]
            rest = comment[end...]
            if rest.first == UInt8(ascii: trailing) { rest = rest.dropFirst() }
        }
        return plain + rest
    }

    /// The bytes without indentation and without empty lines.
    var withoutIndentation: [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(count)
        var isAtStart = false
        for byte in self where !(isAtStart && (byte == 0x20 || (0x09...0x0D).contains(byte))) {
            plain.append(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        return plain
    }

    private func first(_ bytes: [UInt8]) -> Index? {
        var rest = self[...]
        while let start = rest.firstIndex(of: bytes[0]) {
            rest = rest[start...]
            if rest.starts(with: bytes) { return rest.index(start, offsetBy: bytes.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
