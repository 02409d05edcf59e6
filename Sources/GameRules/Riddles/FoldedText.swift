/// A text as it is compared: written the same however somebody types it.
struct FoldedText {
    /// What is compared by characters: all of it, and the same without articles, with numbers as words and spelt in one way.
    let full, short: [Character]
    /// The words of `short` by the alphabet.
    private let sorted: [String]
    /// `short` without what may be an article.
    private let bare: [Character]

    static let longest = 120

    /// Nil: nothing is left of it, or it is too long.
    init?(_ text: String) {
        // Whoever sends much more than the characters allowed need is not counted at length.
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

    /// Whether there is a small slip between them, as the length of `solution` allows, their words only stand in another order, or what
    /// may be an article makes the difference.
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

    /// Whether a word is only an article: it stands before another word, and not twice ("The The", "La La Land").
    private static func isArticle(_ index: Int, of words: [SplitWord]) -> Bool {
        guard words[index].isArticle, index < words.count - 1, words[index] != words[index + 1] else { return false }
        return index == 0 || words[index] != words[index - 1]
    }
}
