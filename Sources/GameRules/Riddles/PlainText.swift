/// Replaces letters by plain lower-case letters without accents or special forms, by means of their Unicode properties. All other
/// characters stay.
enum PlainText {
    static func of(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isASCII {
                plain.append(scalar)
            } else if !isDropped(scalar) {
                let letters = digit(scalar) ?? special[scalar] ?? latin(scalar) ?? greek(scalar) ?? String(scalar)
                plain.append(contentsOf: letters.unicodeScalars)
            }
        }
        return String(plain)
    }

    /// Whether a scalar is dropped. Accents and points above, below or through a letter are dropped, and so are invisible characters and
    /// the Arabic tatweel. Vowels and viramas of Indic scripts stay, and so do marks that change a kana.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || scalar == "\u{640}" { return true }
        guard properties.generalCategory == .nonspacingMark else { return false }
        return switch properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 202...240: true
        default: false
        }
    }

    /// Returns the plain digit for a digit of another script, a wide digit or a raised digit. Nil for all other characters.
    private static func digit(_ scalar: Unicode.Scalar) -> String? {
        guard let type = scalar.properties.numericType, type != .numeric, let value = scalar.properties.numericValue else { return nil }
        return String(Int(value))
    }

    /// The plain letters for letters whose Unicode names do not contain a plain letter.
    private static let special: [Unicode.Scalar: String] = [
        "ß": "ss", "ı": "i", "ſ": "s", "ð": "d", "þ": "th", "ς": "σ", "ѐ": "е", "ё": "е", "й": "и", "ѝ": "и", "ї": "і", "ў": "у", "ѓ": "г",
        "ќ": "к", "أ": "ا", "إ": "ا", "آ": "ا", "ؤ": "و", "ئ": "ي",
    ]

    /// Returns the plain Latin letters that a scalar's Unicode name contains: "o" for "LATIN SMALL LETTER O WITH STROKE", "ae" for "LATIN
    /// SMALL LETTER AE". Nil if there are none.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard var name = scalar.properties.name?[...] else { return nil }
        drop("FULLWIDTH ", of: &name)
        let isLetter = drop("LATIN SMALL LETTER ", of: &name)
        guard isLetter || drop("LATIN SMALL LIGATURE ", of: &name) else { return nil }
        let letters = name.prefix { $0 != " " }
        let isAlone = letters.endIndex == name.endIndex || name[letters.endIndex...].hasPrefix(" WITH ")
        return isAlone && (!isLetter || letters.count <= 2) ? letters.lowercased() : nil
    }

    /// Returns a Greek letter without its accent: "GREEK SMALL LETTER ALPHA" for "GREEK SMALL LETTER ALPHA WITH TONOS". Nil for all other
    /// characters.
    private static func greek(_ scalar: Unicode.Scalar) -> String? {
        guard let words = scalar.properties.name?.split(separator: " "), words.count > 5, words[4] == "WITH" else { return nil }
        return greekLetters[words[..<4].joined(separator: " ")]
    }

    private static let greekLetters: [String: String] = {
        let letters = "αβγδεζηθικλμνξοπρστυφχψω".unicodeScalars.map { ($0.properties.name ?? "", String($0)) }
        return Dictionary(uniqueKeysWithValues: letters)
    }()

    @discardableResult
    private static func drop(_ prefix: String, of name: inout Substring) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        name.removeFirst(prefix.count)
        return true
    }
}
