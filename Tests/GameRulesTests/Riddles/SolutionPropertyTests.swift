import GameRules
import Testing

/// Properties of every solution, tried on random answers.
struct SolutionPropertyTests {
    private static let solutions = [
        "The Lion King", "Spider-Man", "Harry Potter", "Up", "Finding Nemo", "A piece of cake", "The The", "La La Land", "12 Monkeys",
        "True Colours", "Don't cry over spilt milk", "Les Misérables", "El Niño", "Romeo & Juliet", "E.T.", "Monsters, Inc.", "It",
        "I Am Legend", "Organise a party", "Война и мир", "Αλέξης Ζορμπάς", "Rock, paper, scissors", "When pigs fly", "Pelé", "Plan B",
    ]

    @Test(arguments: solutions)
    func `case, accents, punctuation and articles do not matter`(solution: String) {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<300 {
            let answer = rewritten(solution, by: &generator)
            #expect(Solution.match(answer, solution: solution, others: []) == .exact, "\(answer)")
            #expect(Solution.match(solution, solution: answer, others: []) == .exact, "\(answer)")
        }
    }

    /// The text with random case, accents, punctuation and articles.
    private func rewritten(_ text: String, by generator: inout SplitMix64) -> String {
        var answer = ""
        for character in text {
            var changed = Bool.random(using: &generator) ? character.uppercased() : character.lowercased()
            if character.isLetter, Int.random(in: 0..<4, using: &generator) == 0 {
                changed += ["\u{301}", "\u{308}", "\u{327}", "\u{303}"].randomElement(using: &generator) ?? ""
            }
            if character == " " { changed = [" ", "  ", ", ", " – ", "! ", "\u{a0}", "\t"].randomElement(using: &generator) ?? " " }
            if character == "-" { changed = ["", " ", "-", "‑", "'"].randomElement(using: &generator) ?? "" }
            answer += changed
        }
        if !["the", "a"].contains(text.split(separator: " ").first?.lowercased()) {
            answer = (["", "the ", "A ", "an "].randomElement(using: &generator) ?? "") + answer
        }
        return (["", "“", "¡", "( "].randomElement(using: &generator) ?? "") + answer
            + (["", "!", "?!", " …", "”"].randomElement(using: &generator) ?? "")
    }

    @Test(arguments: solutions.filter { $0.filter(\.isLetter).count > 3 })
    func `an answer with one slip is at least nearly right`(solution: String) {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let answer = slipped(solution, by: &generator)
            #expect(Solution.match(answer, solution: solution, others: []) != .none, "\(answer)")
        }
    }

    private func slipped(_ text: String, by generator: inout SplitMix64) -> String {
        var letters = Array(text)
        guard let index = letters.indices.filter({ letters[$0].isLetter }).randomElement(using: &generator) else { return text }
        let other = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: letters.remove(at: index)
        case 1: letters.insert(other, at: index)
        case 2: letters[index] = other
        default: if index > 0, letters[index - 1].isLetter { letters.swapAt(index, index - 1) }
        }
        return String(letters)
    }

    @Test func `an exact match holds in both directions`() {
        for one in Self.solutions {
            for other in Self.solutions {
                let isExact = Solution.match(one, solution: other, others: []) == .exact
                #expect(isExact == (Solution.match(other, solution: one, others: []) == .exact))
                #expect(isExact == (one == other), "\(one), \(other)")
            }
        }
    }

    /// `slips` computes the definition in a slow and simple way.
    @Test func `slips are counted as the definition says`() {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<3000 {
            let texts = (0..<2).map { _ in
                "x" + String((0..<Int.random(in: 3...4, using: &generator)).map { _ in "bcd".randomElement(using: &generator) ?? "b" })
            }
            let (answer, solution) = (texts[0], texts[1])
            let distance = slips(Array(answer)[...], Array(solution)[...])
            let expected: Solution.Match = distance == 0 ? .exact : distance <= 1 ? .nearly : .none
            #expect(Solution.match(answer, solution: solution, others: []) == expected, "\(answer) \(solution)")
        }
    }

    private func slips(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
        guard let one = left.last, let other = right.last else { return left.count + right.count }
        var fewest = min(
            slips(left.dropLast(), right) + 1, slips(left, right.dropLast()) + 1,
            slips(left.dropLast(), right.dropLast()) + (one == other ? 0 : 1))
        if left.count > 1, right.count > 1, left.dropLast().last == other, right.dropLast().last == one {
            fewest = min(fewest, slips(left.dropLast(2), right.dropLast(2)) + 1)
        }
        return fewest
    }
}
