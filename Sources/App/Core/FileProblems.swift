struct FilePlace: Sendable {
    /// The number of the line. For an entry of a JSON file, the number of entries before it.
    var number: Int
    var label: String

    init(number: Int, label: String) { (self.number, self.label) = (number, label) }
    init(line: Int) { self.init(number: line, label: "Line \(line)") }
}

/// The problems of an imported file. Only the first `maxSentences` in the order of the file are kept as sentences. The others are counted,
/// as far as the import looks for them: after so many problems it may stop.
struct FileProblems: Sendable {
    static let maxSentences = 50
    private(set) var count = 0
    private var first: [(number: Int, sentence: String)] = []

    var sentences: [String] { first.map(\.sentence) }
    var more: Int { count - first.count }

    /// - Parameter sentence: describes the problem, and begins with its position in the file: "Line 7: …".
    mutating func add(_ sentence: String, at number: Int) {
        count += 1
        first.insert((number, sentence), at: first.firstIndex { $0.number > number } ?? first.endIndex)
        if first.count > Self.maxSentences { first.removeLast() }
    }
}
