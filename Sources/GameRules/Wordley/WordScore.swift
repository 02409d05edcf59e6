/// How a letter of a guess stands to the answer.
public enum LetterMark: UInt8, Sendable, Comparable {
    case absent = 0x2D
    case wrongPlace = 0x59
    case rightPlace = 0x47

    private var rank: Int { self == .absent ? 0 : self == .wrongPlace ? 1 : 2 }

    public static func < (one: LetterMark, other: LetterMark) -> Bool { one.rank < other.rank }
}

/// A guess, compared with the answer as in the original game: a letter in its right place first; then, from the left, one in a wrong place
/// for as often as the answer has it besides.
public struct WordScore: Sendable, Equatable {
    /// In small letters of ASCII, as the answer is.
    public let guess: String
    /// One for each letter of the guess.
    public let marks: [LetterMark]

    public init(of guess: String, against answer: String) {
        let (letters, wanted) = (Array(guess.utf8), Array(answer.utf8))
        var marks = [LetterMark](repeating: .absent, count: letters.count)
        var left = [UInt8: Int]()
        for (index, letter) in wanted.enumerated() {
            if index < letters.count, letters[index] == letter {
                marks[index] = .rightPlace
            } else {
                left[letter, default: 0] += 1
            }
        }
        for (index, letter) in letters.enumerated() where marks[index] == .absent {
            guard let count = left[letter], count > 0 else { continue }
            marks[index] = .wrongPlace
            left[letter] = count - 1
        }
        (self.guess, self.marks) = (guess, marks)
    }

    public var isSolved: Bool { marks.allSatisfy { $0 == .rightPlace } }

    /// "GY-": G in its right place, Y in a wrong one.
    public var text: String { String(decoding: marks.map(\.rawValue), as: UTF8.self) }

    /// The letters with their marks, from the left.
    public var letters: [(letter: Character, mark: LetterMark)] { Array(zip(guess, marks)) }

    /// A letter that the guess has more often than the answer: one of them has a mark, and another has none.
    public var doubledLetter: Character? {
        letters.first { letter, mark in mark == .absent && letters.contains { $0.letter == letter && $0.mark != .absent } }?.letter
    }

    /// The best that is known of each letter that was guessed.
    public static func known(of scores: [WordScore]) -> [Character: LetterMark] {
        scores.reduce(into: [:]) { known, score in
            for (letter, mark) in score.letters { known[letter] = max(known[letter] ?? .absent, mark) }
        }
    }
}
