/// One spelling of words that have two: British and American, in digits and in letters.
enum Spelling {
    static func folded(_ word: String) -> String {
        if let number = Int(word), numbers.indices.contains(number), String(number) == word { return numbers[number] }
        return withS(withoutU(word))
    }

    private static let numbers = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// What "-our" may follow: by name, as "fourth" and "mourning" are other words without their "u".
    private static let stems = [
        "ard", "arm", "behavi", "cand", "clam", "col", "demean", "endeav", "fav", "ferv", "flav", "glam", "harb", "hon", "hum", "lab",
        "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "succ", "tum", "val", "vap", "vig",
    ]

    /// "color" of "colour".
    private static func withoutU(_ word: String) -> String {
        guard let ending = word.firstRange(of: "our"), stems.contains(where: word[..<ending.lowerBound].hasSuffix) else { return word }
        return word[..<ending.lowerBound] + "or" + word[ending.upperBound...]
    }

    private static let endings = ["e", "ed", "er", "ers", "es", "ing", "ation", "ations"]

    /// "realise" of "realize", "analyse" of "analyze"; not of a short word ("prize").
    private static func withS(_ word: String) -> String {
        guard let z = word.lastIndex(of: "z"), word[..<z].count >= 4, word[..<z].hasSuffix("i") || word[..<z].hasSuffix("ly"),
            endings.contains(String(word[word.index(after: z)...]))
        else { return word }
        return word[..<z] + "s" + word[z...].dropFirst()
    }
}
