import HTMLTemplates

struct LinkedText: ViewModel, Equatable {
    var text: String
    var href: String?
}

/// Finds the web addresses in a message. Only a text that begins with `http://` or `https://` and names a host becomes a link, so that no
/// address can run a script or hide where it leads.
enum LinkFinder {
    static func parts(of text: String) -> [LinkedText]? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        var (parts, words) = ([LinkedText](), text.startIndex)
        var position = text.startIndex
        while let start = nextScheme(in: text[position...]) {
            let end = end(ofAddressIn: text[start...])
            position = end
            let address = text[start..<end]
            guard isAddress(address), isBoundary(before: start, in: text) else { continue }
            if words < start { parts.append(LinkedText(text: String(text[words..<start]))) }
            parts.append(LinkedText(text: String(address), href: String(address)))
            words = end
        }
        guard !parts.isEmpty else { return nil }
        if words < text.endIndex { parts.append(LinkedText(text: String(text[words...]))) }
        return parts
    }

    private static func nextScheme(in text: Substring) -> String.Index? {
        var rest = text.utf8
        while let start = rest.firstIndex(where: { lowercased($0) == UInt8(ascii: "h") }) {
            let tail = rest[start...].lazy.map(lowercased)
            if tail.starts(with: "http://".utf8) || tail.starts(with: "https://".utf8) { return start }
            rest = rest[rest.index(after: start)...]
        }
        return nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    /// The end of the address at the start of `text`. An address ends at white space, at a character that no address has, and before the
    /// punctuation of the surrounding sentence.
    private static func end(ofAddressIn text: Substring) -> String.Index {
        var address = text.unicodeScalars.prefix { !endsAddress($0) }
        var (round, square) = (balance(of: address, "(", ")"), balance(of: address, "[", "]"))
        while let last = address.last {
            let isUnopened = last == ")" && round < 0 || last == "]" && square < 0
            guard isPunctuation(last) || isUnopened else { break }
            if last == ")" { round += 1 }
            if last == "]" { square += 1 }
            address = address.dropLast()
        }
        return address.endIndex
    }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "\"", "“", "”", "«", "»", "`", "|", "\\", "^", "{", "}": true
        default: scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ";", ":", "!", "?", "'", "’", "…", "*", "_", "~": true
        default: false
        }
    }

    private static func balance(of text: Substring.UnicodeScalarView, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> Int {
        text.reduce(0) { $0 + ($1 == opening ? 1 : $1 == closing ? -1 : 0) }
    }

    /// Whether the address may become a link. An address with `name@host` may not, because it could show one host and lead to another host.
    private static func isAddress(_ address: Substring) -> Bool {
        let afterScheme = address.unicodeScalars.drop { $0 != "/" }.dropFirst(2)
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let first = authority.first, isOfWord(first) || first == "[" else { return false }
        return !authority.contains("@") && address.utf8.count <= 500
    }

    private static func isBoundary(before start: String.Index, in text: String) -> Bool {
        guard start > text.startIndex else { return true }
        let scalars = text.unicodeScalars
        let last = scalars[scalars.index(before: start)]
        return !isOfWord(last) && !last.properties.generalCategory.isMark
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
