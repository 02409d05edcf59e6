import HTMLTemplates

/// A piece of a line: words, or an address that leads somewhere.
struct LinePart: ViewModel, Equatable {
    var text: String
    /// nil: words.
    var href: String?
}

/// Finds the web addresses in what somebody wrote. Only what begins with `http://` or `https://` and names a host becomes a link, so
/// that no address can run a script or pretend to lead elsewhere than it says.
enum LineText {
    /// nil: there is no address in it.
    static func parts(of text: String) -> [LinePart]? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        var (parts, words) = ([LinePart](), text.startIndex)
        var position = text.startIndex
        while let start = nextScheme(in: text[position...]) {
            let end = end(ofAddressIn: text[start...])
            position = end
            let address = text[start..<end]
            guard isAddress(address), isBoundary(before: start, in: text) else { continue }
            if words < start { parts.append(LinePart(text: String(text[words..<start]))) }
            parts.append(LinePart(text: String(address), href: String(address)))
            words = end
        }
        guard !parts.isEmpty else { return nil }
        if words < text.endIndex { parts.append(LinePart(text: String(text[words...]))) }
        return parts
    }

    /// Where the next `http://` or `https://` begins.
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

    /// An address ends at white space, at what no address holds, and before the punctuation of the sentence around it.
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

    /// `name@host` could show one host and lead to another, so an address with it stays words.
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

    /// A letter or a digit.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
