/// The number of words in a solution, which players see before they guess.
public enum WordCount {
    /// Counts the parts between spaces, dashes, slashes and ellipses that have a letter or digit, or are "&".
    public static func of(_ solution: String) -> Int {
        let words = solution.split { $0.isWhitespace || "–—/…".contains($0) }
        return words.count { word in word == "&" || word.contains { $0.isLetter || $0.isNumber } }
    }
}
