/// The result for one letter of a guess: it is absent from the answer, in the wrong place, or in the right place.
public enum LetterMark: UInt8, Sendable, Comparable {
    case absent = 0x2D
    case wrongPlace = 0x59
    case rightPlace = 0x47

    private var rank: Int { self == .absent ? 0 : self == .wrongPlace ? 1 : 2 }

    public static func < (one: LetterMark, other: LetterMark) -> Bool { one.rank < other.rank }
}

/// A guess and its comparison with the answer, as in the original game. First, letters in the right place are marked. Then letters in a
/// wrong place are marked from the left. A letter is never marked more often than it occurs in the answer.
public struct WordScore: Sendable, Equatable {
    /// The guess in lower-case ASCII letters.
    public let guess: String
    /// The marks of the letters of the guess, in their order.
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

    /// The marks as text, such as "GY-". G is a letter in the right place, Y is a letter in a wrong place, and - is a letter that is
    /// absent.
    public var text: String { String(decoding: marks.map(\.rawValue), as: UTF8.self) }

    /// The letters of the guess with their marks, in their order.
    public var letters: [(letter: Character, mark: LetterMark)] { Array(zip(guess, marks)) }

    /// A letter that the guess has more often than the answer. So one of these letters is marked as absent, although another is in the
    /// answer. Nil if there is no such letter.
    public var doubledLetter: Character? {
        letters.first { letter, mark in mark == .absent && letters.contains { $0.letter == letter && $0.mark != .absent } }?.letter
    }

    /// Returns the best mark that each guessed letter has in `scores`.
    public static func known(of scores: [WordScore]) -> [Character: LetterMark] {
        scores.reduce(into: [:]) { known, score in
            for (letter, mark) in score.letters { known[letter] = max(known[letter] ?? .absent, mark) }
        }
    }
}
