/// A step of Wordley's ladder, from three letters with help to seven in hard mode.
public struct WordleyLevel: Sendable, Equatable {
    /// From 1.
    public let number: Int
    public let letters: Int
    public let rows: Int
    /// Whether the first letter is shown from the start.
    public let givesFirst: Bool
    /// How many letters the keyboard has; 26: all.
    public let keys: Int
    /// Whether guesses have to use what is known.
    public let isHard: Bool

    private init(_ number: Int, letters: Int, rows: Int, givesFirst: Bool = false, keys: Int = 26, isHard: Bool = false) {
        (self.number, self.letters, self.rows) = (number, letters, rows)
        (self.givesFirst, self.keys, self.isHard) = (givesFirst, keys, isHard)
    }

    /// From the easiest.
    /// How many letters a word has.
    public static let lengths = 3...7

    public static let all = [
        WordleyLevel(1, letters: 3, rows: 8, givesFirst: true, keys: 10), WordleyLevel(2, letters: 3, rows: 8, givesFirst: true, keys: 14),
        WordleyLevel(3, letters: 3, rows: 8, keys: 16), WordleyLevel(4, letters: 4, rows: 8, givesFirst: true, keys: 14),
        WordleyLevel(5, letters: 4, rows: 8, keys: 16), WordleyLevel(6, letters: 4, rows: 7), WordleyLevel(7, letters: 4, rows: 6),
        WordleyLevel(8, letters: 5, rows: 7, givesFirst: true, keys: 18), WordleyLevel(9, letters: 5, rows: 7),
        WordleyLevel(10, letters: 5, rows: 6), WordleyLevel(11, letters: 5, rows: 6, isHard: true),
        WordleyLevel(12, letters: 6, rows: 6), WordleyLevel(13, letters: 6, rows: 6, isHard: true),
        WordleyLevel(14, letters: 7, rows: 6), WordleyLevel(15, letters: 7, rows: 6, isHard: true),
    ]
    /// Where one begins.
    public static let first = 5
    /// The word of the day is alike for all, on no ladder.
    public static let daily = WordleyLevel(10, letters: 5, rows: 6)

    /// The nearest there is.
    public static func at(_ number: Int) -> WordleyLevel { all[min(max(number, 1), all.count) - 1] }

    /// The letters of the keyboard, by the alphabet: those of the answer, and others, common ones more often.
    public func keyboard(for answer: String, using generator: inout some RandomNumberGenerator) -> [Character] {
        let alphabet = Array("etaoinshrdlcumwfgypbvkjxqz")
        guard keys < alphabet.count else { return alphabet.sorted() }
        var chosen = Set(answer)
        while chosen.count < keys {
            // The lower of two draws: letters that are common are drawn more often.
            let place = min(Int.random(in: 0..<26, using: &generator), Int.random(in: 0..<26, using: &generator))
            chosen.insert(alphabet[place])
        }
        return chosen.sorted()
    }
}
