/// The words of `WordListText.swift`, which says where they come from: words that may be guessed, and words that are asked. Looked up by
/// binary search.
struct WordList: Sendable {
    static let shared = WordList(Array(text.utf8))

    /// Words of one length: where they begin, each with a line feed behind it, and how many there are.
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
                let count = Self.words(in: bytes, from: section.start, letters: current.letters)
                if current.isAnswers { answers[current.letters]?.count = count } else { guesses[current.letters]?.count = count }
                at = section.start + count * (current.letters + 1)
            } else {
                at = end + 1
            }
        }
    }

    /// "[answers 5]"
    private static func title(_ line: ArraySlice<UInt8>) -> (isAnswers: Bool, letters: Int)? {
        let words = String(decoding: line.dropFirst().dropLast(), as: UTF8.self).split(separator: " ")
        guard words.count == 2, let letters = Int(words[1]) else { return nil }
        return (words[0] == "answers", letters)
    }

    private static func words(in bytes: [UInt8], from start: Int, letters: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != UInt8(ascii: "[") { at += letters + 1 }
        return (min(at, bytes.count) - start + letters) / (letters + 1)
    }

    /// How many words of so many letters may be asked.
    func answers(letters: Int) -> Int { answers[letters]?.count ?? 0 }

    /// One of them, by its place.
    func answer(_ place: Int, letters: Int) -> String {
        guard let section = answers[letters], section.count > 0 else { return "" }
        let start = section.start + place % section.count * (letters + 1)
        return String(decoding: bytes[start..<start + letters], as: UTF8.self)
    }

    /// Whether a word in small letters may be guessed.
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
