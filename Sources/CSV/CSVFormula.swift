/// Texts that a spreadsheet would run as formulas (OWASP, "CSV Injection").
public enum CSVFormula {
    /// With an apostrophe before it where a spreadsheet would take it for a formula; also where such a text has apostrophes before it
    /// already, so that `unguarded` gives back what it was.
    public static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Takes away the apostrophe that `guarded` has set.
    public static func unguarded(_ text: String) -> String {
        text.utf8.first == apostrophe && isFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func isFormula(_ text: String) -> Bool {
        let text = text.utf8.drop { $0 == apostrophe }
        let start = text.drop { $0 == UInt8(ascii: " ") }
        guard let first = start.first else { return false }
        switch first {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(start.dropFirst())
        case UInt8(ascii: "="), UInt8(ascii: "@"), .tab, .carriageReturn, .lineFeed: return true
        default: return fullWidthSigns.contains { start.starts(with: $0) }
        }
    }

    /// Digits with at most one point or comma among them.
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
