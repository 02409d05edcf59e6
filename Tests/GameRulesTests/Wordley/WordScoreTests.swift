import GameRules
import Testing

struct WordScoreTests {
    @Test(arguments: [
        ("those", "geese", "---GG"), ("dread", "added", "YY-YG"), ("float", "balsa", "-YY--"), ("essay", "sease", "YYYY-"),
        ("terse", "steer", "YYYYY"), ("leave", "ender", "Y--Y-"), ("surer", "seven", "G--G-"), ("cat", "cat", "GGG"), ("cat", "dog", "---"),
    ])
    func `letters are marked as in the original game`(answer: String, guess: String, marks: String) {
        #expect(WordScore(of: guess, against: answer).text == marks)
        #expect(WordScore(of: guess, against: answer).isSolved == (guess == answer))
    }

    /// A second implementation: the n-th misplaced copy of a letter is marked if the answer has at least n copies not yet found.
    private func marks(_ guess: [Character], _ answer: [Character]) -> String {
        String(
            guess.indices.map { place -> Character in
                if guess[place] == answer[place] { return "G" }
                let letter = guess[place]
                let unfound = answer.indices.count { answer[$0] == letter && guess[$0] != letter }
                let nth = guess[...place].indices.count { guess[$0] == letter && answer[$0] != letter }
                return nth <= unfound ? "Y" : "-"
            })
    }

    @Test func `marks agree with a second implementation for all pairs of random words`() {
        var generator = SplitMix64(seed: 7)
        // The words use few letters, so that many letters occur twice.
        let words = (0..<300).map { _ in (0..<5).map { _ in Array("abcdeest").randomElement(using: &generator) ?? "a" } }
        let texts = words.map { String($0) }
        for (answer, wanted) in zip(words, texts) {
            for (guess, text) in zip(words, texts) where WordScore(of: text, against: wanted).text != marks(guess, answer) {
                Issue.record("\(text) \(wanted)")
            }
        }
    }

    @Test func `a letter guessed twice but present once is named`() {
        #expect(WordScore(of: "geese", against: "those").doubledLetter == "e")
        #expect(WordScore(of: "added", against: "dread").doubledLetter == "d")
        #expect(WordScore(of: "steer", against: "terse").doubledLetter == nil)
        #expect(WordScore(of: "mummy", against: "those").doubledLetter == nil)
    }

    @Test func `the best mark of each letter is kept`() {
        let scores = ["least", "steal"].map { WordScore(of: $0, against: "stale") }
        let known = WordScore.known(of: scores)
        #expect(known["s"] == .rightPlace && known["l"] == .wrongPlace && known["t"] == .rightPlace && known["x"] == nil)
    }
}

struct HardModeTests {
    private func demand(_ guess: String, after guesses: [String], _ answer: String) -> HardMode.Demand? {
        HardMode.demand(on: guess, after: guesses.map { WordScore(of: $0, against: answer) })
    }

    @Test func `hard mode keeps a letter in its right place`() {
        #expect(demand("blame", after: ["crane"], "trade") == .place(2, "r"))
        #expect(demand("grape", after: ["crane"], "trade") == nil)
    }

    @Test func `hard mode asks for every known letter as often as it is known`() {
        #expect(demand("crane", after: ["totes"], "stout") == .letter("t", 2))
        #expect(demand("toxin", after: ["totes"], "stout") == .letter("t", 2))
        #expect(demand("trout", after: ["totes"], "stout") == .letter("s", 1))
        #expect(demand("stout", after: ["totes"], "stout") == nil)
    }
}

struct WordleyLevelTests {
    @Test func `Wordley levels grow harder`() {
        let levels = WordleyLevel.all
        #expect(levels.map(\.number) == Array(1...levels.count) && levels.count >= 12)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0.letters <= $1.letters })
        #expect(levels.first?.letters == 3 && levels.last?.letters == 7 && levels.last?.isHard == true)
        #expect(levels.contains(WordleyLevel.daily) && WordleyLevel.at(0) == levels.first && WordleyLevel.at(99) == levels.last)
    }

    @Test func `a small keyboard has all letters of the answer`() {
        var generator = SplitMix64(seed: 3)
        for level in WordleyLevel.all {
            let answer = String("quizjab".prefix(level.letters))
            let keys = level.keyboard(for: answer, using: &generator)
            #expect(keys.count == level.keys && keys == keys.sorted() && Set(answer).isSubset(of: keys))
        }
    }
}
