/// Escapes texts that a spreadsheet would run as formulas (OWASP, "CSV Injection").
///
/// A spreadsheet that expects another delimiter splits a text at that delimiter, even within quotes. Then a formula may begin in the middle
/// of the text, as in `a;=1+1`. So each part between delimiters is checked.
public enum CSVFormula {
    /// Returns the text with an apostrophe before each part that a spreadsheet would run as a formula. If such a part already begins with
    /// apostrophes, it gets one more. So `unguarded` can return the original text.
    public static func guarded(_ text: String) -> String {
        let text = changingLaterParts(of: text) { isFormula($0) ? "'" : "" }
        return startsFormula(text) ? "'" + text : text
    }

    /// Returns the text without the apostrophes that `guarded` added.
    public static func unguarded(_ text: String) -> String {
        let text = changingLaterParts(of: text) { $0.first == apostrophe && isFormula($0) ? nil : "" }
        return text.utf8.first == apostrophe && startsFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Changes each part of the text that follows a delimiter. The text that `prefix` returns for the part is added before it. If `prefix`
    /// returns nil, the first byte of the part is removed.
    private static func changingLaterParts(of text: String, _ prefix: (Substring.UTF8View) -> String?) -> String {
        guard text.utf8.contains(where: isDelimiter) else { return text }
        var (changed, rest) = ("", text[...].utf8)
        var isFirst = true
        while !rest.isEmpty {
            let part = rest.prefix { !isDelimiter($0) }
            let added = isFirst ? "" : prefix(part)
            changed += added ?? ""
            changed += Substring(added == nil ? part.dropFirst() : part)
            rest = rest[part.endIndex...]
            isFirst = false
            changed += Substring(rest.prefix(1))
            rest = rest.dropFirst()
        }
        return changed
    }

    /// Whether another program may split a text at this byte. The comma does not count, because our own files use it as their delimiter.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == .semicolon || byte == .tab || byte == .lineFeed || byte == .carriageReturn
    }

    /// Whether a spreadsheet would run the text as a formula. A text that begins with a tab or a line break counts too, because a formula
    /// may follow, and some spreadsheets skip white space.
    private static func startsFormula(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 == apostrophe }.drop { $0 == UInt8(ascii: " ") }
        switch start.first {
        case .tab?, .carriageReturn?, .lineFeed?: return true
        default: return isFormula(text[...].utf8)
        }
    }

    private static func isFormula(_ part: Substring.UTF8View) -> Bool {
        // If a spreadsheet splits a text at a delimiter, it may skip a quote that opens nothing.
        let start = part.drop { $0 == apostrophe }.drop { $0 == UInt8(ascii: " ") || $0 == .quote }
        guard let first = start.first else { return false }
        switch first {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(start.dropFirst())
        case UInt8(ascii: "="), UInt8(ascii: "@"): return true
        default: return fullWidthSigns.contains { start.starts(with: $0) }
        }
    }

    /// Whether the text consists only of digits, with at most one point or comma.
    private static func isNumber(_ digits: Substring.UTF8View) -> Bool {
        var points = 0
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            case UInt8(ascii: "."), .comma: points += 1
            default: return false
            }
        }
        return points <= 1 && points < digits.count
    }

    private static let apostrophe = UInt8(ascii: "'")
    private static let fullWidthSigns = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }
}
