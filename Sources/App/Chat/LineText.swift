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
            let address = String(text[start..<end])
            guard isAddress(address), isBoundary(before: start, in: text) else { continue }
            if words < start { parts.append(LinePart(text: String(text[words..<start]))) }
            parts.append(LinePart(text: address, href: address))
            words = end
        }
        guard !parts.isEmpty else { return nil }
        if words < text.endIndex { parts.append(LinePart(text: String(text[words...]))) }
        return parts
    }

    /// Where the next `http://` or `https://` begins.
    private static func nextScheme(in text: Substring) -> String.Index? {
        var rest = text
        while let start = rest.firstIndex(where: { $0 == "h" || $0 == "H" }) {
            let tail = rest[start...].prefix(8).lowercased()
            if tail.hasPrefix("http://") || tail.hasPrefix("https://") { return start }
            rest = rest[rest.index(after: start)...]
        }
        return nil
    }

    /// An address ends at white space, at what no address holds, and before the punctuation of the sentence around it.
    private static func end(ofAddressIn text: Substring) -> String.Index {
        var address = text.prefix { !$0.isWhitespace && !"<>\"“”«»`|\\^{}".contains($0) }
        while let last = address.last {
            let isPunctuation = ".,;:!?'’…*_~".contains(last)
            let isUnopened = last == ")" && balance(of: address, "(", ")") < 0 || last == "]" && balance(of: address, "[", "]") < 0
            guard isPunctuation || isUnopened else { break }
            address = address.dropLast()
        }
        return address.endIndex
    }

    private static func balance(of text: Substring, _ opening: Character, _ closing: Character) -> Int {
        text.reduce(0) { $0 + ($1 == opening ? 1 : $1 == closing ? -1 : 0) }
    }

    /// `name@host` could show one host and lead to another, so an address with it stays words.
    private static func isAddress(_ address: String) -> Bool {
        let afterScheme = address.drop { $0 != "/" }.dropFirst(2)
        let authority = afterScheme.prefix { !"/?#".contains($0) }
        guard let first = authority.first, first.isLetter || first.isNumber || first == "[" else { return false }
        return !authority.contains("@") && address.utf8.count <= 500
    }

    private static func isBoundary(before start: String.Index, in text: String) -> Bool {
        guard start > text.startIndex else { return true }
        let character = text[text.index(before: start)]
        return !character.isLetter && !character.isNumber
    }
}
