/// The words in `WordListText.swift`, which names their source. More words are accepted as guesses than are used as answers.
struct WordList: Sendable {
    static let shared = WordList(Array(text.utf8))

    /// The place of all words of one length in `bytes`: the index of the first byte, and the number of words. A line feed follows each
    /// word.
    private struct Section {
        var start: Int
        var count = 0
    }

    private let bytes: [UInt8]
    private var guesses: [Int: Section] = [:]
    private var answers: [Int: Section] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var at = 0
        var current: (isAnswers: Bool, letters: Int)?
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if bytes[at] == UInt8(ascii: "["), let title = Self.title(bytes[at..<end]) {
                current = title
                let section = Section(start: end + 1)
                if title.isAnswers { answers[title.letters] = section } else { guesses[title.letters] = section }
                at = end + 1
            } else if let current, let section = current.isAnswers ? answers[current.letters] : guesses[current.letters] {
                let count = Self.countWords(in: bytes, from: section.start, letters: current.letters)
                if current.isAnswers { answers[current.letters]?.count = count } else { guesses[current.letters]?.count = count }
                at = section.start + count * (current.letters + 1)
            } else {
                at = end + 1
            }
        }
    }

    private static func title(_ line: ArraySlice<UInt8>) -> (isAnswers: Bool, letters: Int)? {
        let words = String(decoding: line.dropFirst().dropLast(), as: UTF8.self).split(separator: " ")
        guard words.count == 2, let letters = Int(words[1]) else { return nil }
        return (words[0] == "answers", letters)
    }

    private static func countWords(in bytes: [UInt8], from start: Int, letters: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != UInt8(ascii: "[") { at += letters + 1 }
        return (min(at, bytes.count) - start + letters) / (letters + 1)
    }

    func answerCount(letters: Int) -> Int { answers[letters]?.count ?? 0 }

    /// The answer with the index `place`. After the last answer, the indices start again with the first answer. Empty if there is no answer
    /// of that length.
    func answer(_ place: Int, letters: Int) -> String {
        guard let section = answers[letters], section.count > 0 else { return "" }
        let start = section.start + place % section.count * (letters + 1)
        return String(decoding: bytes[start..<start + letters], as: UTF8.self)
    }

    /// Whether a word in lowercase letters is accepted as a guess.
    func accepts(_ word: String) -> Bool {
        let wanted = Array(word.utf8)
        guard let section = guesses[wanted.count] else { return false }
        var (low, high) = (0, section.count)
        while low < high {
            let middle = (low + high) / 2
            let start = section.start + middle * (wanted.count + 1)
            let found = bytes[start..<start + wanted.count]
            if found.elementsEqual(wanted) { return true }
            if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return false
    }
}
