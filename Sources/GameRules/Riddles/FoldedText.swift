/// A text in a form for comparison: different ways to type the same text become equal.
struct FoldedText {
    /// The characters that are compared. `full` is the whole text. `short` is the text without articles, with numbers as words, and with
    /// one spelling for British and American words.
    let full, short: [Character]
    /// The words without articles, in alphabetical order. Two texts with the same words in another order are equal here.
    private let sorted: [String]
    /// The characters of `short`, without words that are articles only in some languages, such as "die".
    private let bare: [Character]

    static let longest = 120

    /// Nil if the text has no letter or digit, or if it is too long.
    init?(_ text: String) {
        // Counting characters takes long, so texts with far too many bytes are refused first.
        guard text.utf8.count <= 16 * Self.longest, text.count <= Self.longest else { return nil }
        let words = SplitWord.all(of: PlainText.of(text))
        full = Array(words.map { $0.parts.joined() }.joined())
        guard !full.isEmpty else { return nil }
        let kept = words.indices.filter { !Self.isArticle($0, of: words) }
        short = Array(kept.flatMap { words[$0].parts.map(Spelling.folded) }.joined())
        bare = Array(kept.filter { words.count == 1 || !words[$0].isDoubtful }.flatMap { words[$0].parts.map(Spelling.folded) }.joined())
        sorted = words.filter { !$0.isArticle }.flatMap { $0.parts.map(Spelling.folded) }.sorted()
    }

    func equals(_ solution: FoldedText) -> Bool {
        full == solution.full || short == solution.short || full == solution.short || short == solution.full || bare == solution.short
    }

    /// Whether the text differs from `solution` only by one of these: small typing errors (the limit depends on the length of `solution`),
    /// the order of the words, or a word such as "die" that is an article only in some languages.
    func isNear(_ solution: FoldedText) -> Bool {
        let limit = Self.slips(in: solution.short.count)
        return sorted == solution.sorted && sorted.count > 1 || bare == solution.bare
            || EditDistance.isWithin(limit, short, solution.short) || EditDistance.isWithin(limit, full, solution.full)
    }

    private static func slips(in length: Int) -> Int {
        switch length {
        case ..<4: 0
        case ...7: 1
        case ...14: 2
        default: 3
        }
    }

    /// Whether a word is only an article. It must come before another word, and must not be repeated ("The The", "La La Land").
    private static func isArticle(_ index: Int, of words: [SplitWord]) -> Bool {
        guard words[index].isArticle, index < words.count - 1, words[index] != words[index + 1] else { return false }
        return index == 0 || words[index] != words[index - 1]
    }
}
