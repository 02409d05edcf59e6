/// Compares an answer to a riddle with its solution.
public enum Solution {
    public enum Match: Sendable { case exact, nearly, none }

    /// Compares an answer with the solution and with `others`, further solutions that count as right. `.exact` means that the answer equals
    /// one of them, except for case, accents, articles, punctuation, spaces, digits, and British or American spelling. `.nearly` means that
    /// it equals one of them except for small typing errors or the order of the words. An answer with more than 120 characters, or without
    /// a letter or digit, is `.none`.
    public static func match(_ answer: String, solution: String, others: [String]) -> Match {
        guard let answer = FoldedText(answer) else { return .none }
        let solutions = ([solution] + others).compactMap(FoldedText.init)
        if solutions.contains(where: answer.equals) { return .exact }
        return solutions.contains(where: answer.isNear) ? .nearly : .none
    }
}
