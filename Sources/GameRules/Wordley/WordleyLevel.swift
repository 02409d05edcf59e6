/// A level of Wordley. The levels range from words of three letters with help, to words of seven letters in hard mode.
public struct WordleyLevel: Sendable, Equatable {
    /// The number of the level, counted from 1.
    public let number: Int
    public let letters: Int
    public let rows: Int
    /// Whether the first letter of the answer is shown from the start.
    public let givesFirst: Bool
    /// The number of letters on the keyboard. It is 26 if the keyboard has all letters.
    public let keys: Int
    /// Whether guesses must use known letters (see `HardMode`).
    public let isHard: Bool

    private init(_ number: Int, letters: Int, rows: Int, givesFirst: Bool = false, keys: Int = 26, isHard: Bool = false) {
        (self.number, self.letters, self.rows) = (number, letters, rows)
        (self.givesFirst, self.keys, self.isHard) = (givesFirst, keys, isHard)
    }

    /// The possible numbers of letters in a word.
    public static let lengths = 3...7

    /// All levels, from the easiest to the most difficult.
    public static let all = [
        WordleyLevel(1, letters: 3, rows: 8, givesFirst: true, keys: 10), WordleyLevel(2, letters: 3, rows: 8, givesFirst: true, keys: 14),
        WordleyLevel(3, letters: 3, rows: 8, keys: 16), WordleyLevel(4, letters: 4, rows: 8, givesFirst: true, keys: 14),
        WordleyLevel(5, letters: 4, rows: 8, keys: 16), WordleyLevel(6, letters: 4, rows: 7), WordleyLevel(7, letters: 4, rows: 6),
        WordleyLevel(8, letters: 5, rows: 7, givesFirst: true, keys: 18), WordleyLevel(9, letters: 5, rows: 7),
        WordleyLevel(10, letters: 5, rows: 6), WordleyLevel(11, letters: 5, rows: 6, isHard: true),
        WordleyLevel(12, letters: 6, rows: 6), WordleyLevel(13, letters: 6, rows: 6, isHard: true),
        WordleyLevel(14, letters: 7, rows: 6), WordleyLevel(15, letters: 7, rows: 6, isHard: true),
    ]
    /// The number of the level with which a new player begins.
    public static let first = 5
    /// The level of the word of the day, which is the same for all players.
    public static let daily = WordleyLevel(10, letters: 5, rows: 6)

    /// Returns the level with this number. If there is no such level, returns the nearest one.
    public static func at(_ number: Int) -> WordleyLevel { all[min(max(number, 1), all.count) - 1] }

    /// Returns the letters of the keyboard in alphabetical order. They are the letters of the answer, and random other letters. Common
    /// letters are chosen more often.
    public func keyboard(for answer: String, using generator: inout some RandomNumberGenerator) -> [Character] {
        let alphabet = Array("etaoinshrdlcumwfgypbvkjxqz")
        guard keys < alphabet.count else { return alphabet.sorted() }
        var chosen = Set(answer)
        while chosen.count < keys {
            // The lower of two random positions is used, so that common letters are chosen more often.
            let place = min(Int.random(in: 0..<26, using: &generator), Int.random(in: 0..<26, using: &generator))
            chosen.insert(alphabet[place])
        }
        return chosen.sorted()
    }
}
