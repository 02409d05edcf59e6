struct FilePlace: Sendable {
    /// The number of the line, or the number of entries before this one.
    var number: Int
    var label: String

    init(number: Int, label: String) { (self.number, self.label) = (number, label) }
    init(line: Int) { self.init(number: line, label: "Line \(line)") }
}

/// The problems of an imported file. Only the first ones have sentences, in the order of the file.
struct FileProblems: Sendable {
    static let maxSentences = 50
    private(set) var count = 0
    private var first: [(number: Int, sentence: String)] = []

    var sentences: [String] { first.map(\.sentence) }
    var more: Int { count - first.count }

    /// - Parameter sentence: begins with the position: "Line 7: …".
    mutating func note(_ sentence: String, at number: Int) {
        count += 1
        first.insert((number, sentence), at: first.firstIndex { $0.number > number } ?? first.endIndex)
        if first.count > Self.maxSentences { first.removeLast() }
    }
}
