/// Where something stands in a file that is read in.
struct FilePlace: Sendable {
    /// Of its line, or how many entries stand before it.
    var number: Int
    /// "Line 7".
    var words: String

    init(number: Int, words: String) { (self.number, self.words) = (number, words) }
    init(line: Int) { self.init(number: line, words: "Line \(line)") }
}

/// What is wrong with a file: the first of it, in the order of the lines.
struct FileProblems: Sendable {
    static let shown = 50
    private(set) var count = 0
    private var first: [(number: Int, sentence: String)] = []

    var sentences: [String] { first.map(\.sentence) }
    /// So many are not among the sentences.
    var more: Int { count - first.count }

    /// - Parameter sentence: with where it stands: "Line 7: …".
    mutating func note(_ sentence: String, at number: Int) {
        count += 1
        first.insert((number, sentence), at: first.firstIndex { $0.number > number } ?? first.endIndex)
        if first.count > Self.shown { first.removeLast() }
    }
}
