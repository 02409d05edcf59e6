/// In hard mode a guess has to use what is known.
public enum HardMode {
    /// What a guess does not do.
    public enum Demand: Sendable, Equatable {
        /// The letter at a place, from 1, is known.
        case place(Int, Character)
        /// A letter has to be there, so many times.
        case letter(Character, Int)
    }

    /// The first that `guess` does not do after `scores`; nil: it does all.
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
