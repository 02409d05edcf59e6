/// The rule of hard mode: a guess must use all letters that are known from earlier guesses.
public enum HardMode {
    /// A known letter that a guess must use.
    public enum Demand: Sendable, Equatable {
        /// The guess must have this letter in this place, counted from 1.
        case place(Int, Character)
        /// The guess must have this letter at least this many times.
        case letter(Character, Int)
    }

    /// Returns the first demand that `guess` does not meet. `scores` are the scores of earlier guesses. Nil if `guess` meets all demands.
    public static func demand(on guess: String, after scores: [WordScore]) -> Demand? {
        let letters = Array(guess)
        for score in scores {
            for (index, (letter, mark)) in score.letters.enumerated() where mark == .rightPlace {
                if index >= letters.count || letters[index] != letter { return .place(index + 1, letter) }
            }
        }
        for score in scores {
            let marked = score.letters.filter { $0.mark != .absent }.map(\.letter)
            for letter in marked {
                let count = marked.count { $0 == letter }
                if letters.count(where: { $0 == letter }) < count { return .letter(letter, count) }
            }
        }
        return nil
    }
}
