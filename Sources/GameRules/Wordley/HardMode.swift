/// In hard mode a guess has to use all known letters.
public enum HardMode {
    /// A known letter that a guess does not use.
    public enum Demand: Sendable, Equatable {
        /// This place, counted from 1, must have this letter.
        case place(Int, Character)
        /// The guess must have this letter, at least so many times.
        case letter(Character, Int)
    }

    /// Returns the first demand that `guess` does not meet after `scores`. Nil if it meets all.
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
