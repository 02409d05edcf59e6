/// The number of words in a solution. Players see the number before they guess.
public enum WordCount {
    /// Counts the parts of the solution between spaces, dashes, slashes and ellipses. A part counts only if it has a letter or digit, or is
    /// "&".
    public static func of(_ solution: String) -> Int {
        let words = solution.split { $0.isWhitespace || "–—/…".contains($0) }
        return words.count { word in word == "&" || word.contains { $0.isLetter || $0.isNumber } }
    }
}
