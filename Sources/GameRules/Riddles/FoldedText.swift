/// A text in the form that is compared, in which different ways of typing are equal.
struct FoldedText {
    /// The characters to compare. `full` is the whole text. `short` has no articles, numbers as words, and unified spelling.
    let full, short: [Character]
    /// The words without articles, in alphabetical order.
    private let sorted: [String]
    /// `short` without words that may be articles.
    private let bare: [Character]

    static let longest = 120

    /// Nil if nothing is left of the text, or if it is too long.
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

    /// Whether the difference is only a small typing error (the limit depends on the length of `solution`), the order of the words, or a
    /// word that may be an article.
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

    /// Whether a word is only an article: it is before another word, and is not repeated ("The The", "La La Land").
    private static func isArticle(_ index: Int, of words: [SplitWord]) -> Bool {
        guard words[index].isArticle, index < words.count - 1, words[index] != words[index + 1] else { return false }
        return index == 0 || words[index] != words[index - 1]
    }
}
