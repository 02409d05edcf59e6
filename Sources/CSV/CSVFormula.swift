/// Escapes texts that a spreadsheet would run as formulas (OWASP, "CSV Injection").
///
/// A spreadsheet that expects another delimiter splits a text at that delimiter, even in quotes. A formula may then begin within the text,
/// as in `a;=1+1`. Therefore each part of a text is checked.
public enum CSVFormula {
    /// Adds an apostrophe before each part that a spreadsheet would take for a formula. A part that already has apostrophes gets one more,
    /// so that `unguarded` returns the original text.
    public static func guarded(_ text: String) -> String {
        let text = changingLaterParts(of: text) { isFormula($0) ? "'" : "" }
        return startsFormula(text) ? "'" + text : text
    }

    /// Removes the apostrophes that `guarded` has added.
    public static func unguarded(_ text: String) -> String {
        let text = changingLaterParts(of: text) { $0.first == apostrophe && isFormula($0) ? nil : "" }
        return text.utf8.first == apostrophe && startsFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Adds the text that `prefix` returns before each part after a delimiter, or removes the part's first byte if it returns nil.
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

    /// Delimiters at which another program may split a text. The comma is missing, as our own files use it.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == .semicolon || byte == .tab || byte == .lineFeed || byte == .carriageReturn
    }

    /// Whether the text begins with a formula, or with white space that some spreadsheets skip before a formula.
    private static func startsFormula(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 == apostrophe }.drop { $0 == UInt8(ascii: " ") }
        switch start.first {
        case .tab?, .carriageReturn?, .lineFeed?: return true
        default: return isFormula(text[...].utf8)
        }
    }

    private static func isFormula(_ part: Substring.UTF8View) -> Bool {
        // A spreadsheet that splits a text may skip a quote that opens nothing.
        let start = part.drop { $0 == apostrophe }.drop { $0 == UInt8(ascii: " ") || $0 == .quote }
        guard let first = start.first else { return false }
        switch first {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(start.dropFirst())
        case UInt8(ascii: "="), UInt8(ascii: "@"): return true
        default: return fullWidthSigns.contains { start.starts(with: $0) }
        }
    }

    /// Whether there are only digits, with at most one point or comma.
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
