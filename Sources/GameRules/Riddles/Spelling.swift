/// Unifies words that have two spellings: British and American, or digits and letters.
enum Spelling {
    static func folded(_ word: String) -> String {
        if let number = Int(word), numbers.indices.contains(number), String(number) == word { return numbers[number] }
        return withS(withoutU(word))
    }

    private static let numbers = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// The stems before "-our". They are listed, as "fourth" and "mourning" are other words without their "u".
    private static let stems = [
        "ard", "arm", "behavi", "cand", "clam", "col", "demean", "endeav", "fav", "ferv", "flav", "glam", "harb", "hon", "hum", "lab",
        "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "succ", "tum", "val", "vap", "vig",
    ]

    /// Changes "colour" to "color".
    private static func withoutU(_ word: String) -> String {
        guard let ending = word.firstRange(of: "our"), stems.contains(where: word[..<ending.lowerBound].hasSuffix) else { return word }
        return word[..<ending.lowerBound] + "or" + word[ending.upperBound...]
    }

    private static let endings = ["e", "ed", "er", "ers", "es", "ing", "ation", "ations"]

    /// Changes "realize" to "realise" and "analyze" to "analyse", but not a short word such as "prize".
    private static func withS(_ word: String) -> String {
        guard let z = word.lastIndex(of: "z"), word[..<z].count >= 4, word[..<z].hasSuffix("i") || word[..<z].hasSuffix("ly"),
            endings.contains(String(word[word.index(after: z)...]))
        else { return word }
        return word[..<z] + "s" + word[z...].dropFirst()
    }
}
