/// A word of a text. Spaces separate words. Hyphens and similar characters divide a word into parts.
struct SplitWord: Equatable {
    private(set) var parts: [String] = []
    private(set) var isArticle = false

    static let articles: Set<String> = [
        "a", "an", "the", "der", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las", "una", "il", "lo", "gli",
    ]

    /// Words that are an article in one language and an ordinary word in another. For example, "die" is an article in "Die Welle", but not
    /// in "Die Hard".
    private static let doubtful: Set<String> = ["die"]

    var isDoubtful: Bool { parts.count == 1 && Self.doubtful.contains(parts[0]) }

    /// Splits a plain text into words. "&" becomes "and".
    static func all(of plain: String) -> [SplitWord] {
        var (words, word, part) = ([SplitWord](), SplitWord(), "")
        func endWord() {
            word.add(part)
            if !word.parts.isEmpty { words.append(word) }
            (word, part) = (SplitWord(), "")
        }
        for scalar in plain.unicodeScalars {
            switch scalar {
            case _ where isOfWord(scalar): part.unicodeScalars.append(scalar)
            case "&":
                endWord()
                words.append(SplitWord(parts: ["and"]))
            case _ where scalar.properties.isWhitespace: endWord()
            case _ where word.parts.isEmpty && part == "l" && apostrophes.contains(scalar):
                words.append(SplitWord(parts: ["l"], isArticle: true))
                part = ""
            case _ where scalar == "." || apostrophes.contains(scalar): break
            case "," where part.last?.isNumber == true: break
            default:
                word.add(part)
                part = ""
            }
        }
        endWord()
        return words
    }

    private mutating func add(_ part: String) {
        guard !part.isEmpty else { return }
        parts.append(part)
        isArticle = parts.count == 1 && Self.articles.contains(part)
    }

    private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "ʼ", "`", "´", "′", "＇"]

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch properties.generalCategory {
        case .spacingMark, .nonspacingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: properties.isAlphabetic && !apostrophes.contains(scalar)
        }
    }
}
