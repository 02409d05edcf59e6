/// Gives words with two spellings the same spelling: British and American words, and numbers in digits and in letters.
enum Spelling {
    static func folded(_ word: String) -> String {
        if let number = Int(word), numbers.indices.contains(number), String(number) == word { return numbers[number] }
        return withS(withoutU(word))
    }

    private static let numbers = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The beginnings of words that end in "-our" in British English. They are listed because other words, such as "fourth" and "mourning",
    /// become different words without their "u".
    private static let stems = [
        "ard", "arm", "behavi", "cand", "clam", "col", "demean", "endeav", "fav", "ferv", "flav", "glam", "harb", "hon", "hum", "lab",
        "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "succ", "tum", "val", "vap", "vig",
    ]

    /// Returns the American spelling of a word with "-our", such as "color" for "colour".
    private static func withoutU(_ word: String) -> String {
        guard let ending = word.firstRange(of: "our"), stems.contains(where: word[..<ending.lowerBound].hasSuffix) else { return word }
        return word[..<ending.lowerBound] + "or" + word[ending.upperBound...]
    }

    private static let endings = ["e", "ed", "er", "ers", "es", "ing", "ation", "ations"]

    /// Returns the British spelling of a word with "z", such as "realise" for "realize" and "analyse" for "analyze". A short word such as
    /// "prize" stays unchanged.
    private static func withS(_ word: String) -> String {
        guard let z = word.lastIndex(of: "z"), word[..<z].count >= 4, word[..<z].hasSuffix("i") || word[..<z].hasSuffix("ly"),
            endings.contains(String(word[word.index(after: z)...]))
        else { return word }
        return word[..<z] + "s" + word[z...].dropFirst()
    }
}
