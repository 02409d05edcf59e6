/// How many words somebody who guesses is told a solution has.
public enum WordCount {
    /// What stands between blanks, dashes and slashes and has a letter or digit, or is "&".
    public static func of(_ solution: String) -> Int {
        let words = solution.split { $0.isWhitespace || "–—/…".contains($0) }
        return words.count { word in word == "&" || word.contains { $0.isLetter || $0.isNumber } }
    }
}
