import Calendar
import Emoji
import Testing

@testable import App
@testable import GameRules

struct JimsRiddlesTests {
    private let all = JimsRiddles.all
    private let lines = JimsRiddles.text.split(separator: "\n")
        .filter { !$0.hasPrefix("#") }

    @Test func `every line is a complete riddle and there are at least 220`() {
        #expect(all.count >= 220)
        #expect(all.count == lines.count)
        #expect(all.map(\.number) == Array(1...all.count))
        for riddle in all {
            #expect((1...Riddle.longestSolution).contains(riddle.solution.count), "\(riddle.number)")
            #expect(riddle.hints.count == 2)
            #expect(riddle.hints.allSatisfy { (5...Riddle.longestHint).contains($0.count) }, "\(riddle.number)")
            #expect(WordCount.of(riddle.solution) > 0)
        }
    }

    @Test func `every kind has at least 20 riddles`() {
        for kind in Riddle.Kind.allCases { #expect(all.count { $0.kind == kind } >= 20, "\(kind)") }
    }

    @Test func `the first riddle is the welcome riddle`() {
        #expect(JimsRiddles.welcome.number == 1)
        #expect(JimsRiddles.welcome.emoji == "😎👈💞🍕")
        #expect(JimsRiddles.welcome.solution == "I love pizza")
        #expect(JimsRiddles.welcome.otherSolutions == ["we love pizza", "I like pizza", "cool people love pizza"])
    }

    @Test func `emoji are valid, fully qualified and unique`() throws {
        for riddle in all {
            let emoji = try EmojiText.divide(riddle.emoji, limit: Riddle.maxEmoji)
            #expect((2...8).contains(emoji.count), "\(riddle.number)")
            #expect(Array(emoji.map(\.text).joined().unicodeScalars) == Array(riddle.emoji.unicodeScalars), "\(riddle.number)")
        }
        #expect(Set(all.map(\.emoji)).count == all.count)
    }

    @Test func `hints do not contain words of the solution`() {
        for riddle in all {
            let words = letters(riddle.solution).split(separator: " ").filter { $0.count > 3 }
            for hint in riddle.hints {
                let text = letters(hint)
                #expect(words.filter { text.contains($0) } == [], "\(riddle.number): \(hint)")
            }
        }
    }

    private func letters(_ text: String) -> String {
        String(text.lowercased().filter { $0 != "'" && $0 != "’" }.map { $0.isLetter || $0.isNumber ? $0 : " " })
    }

    @Test func `every listed solution is accepted as exact`() {
        for riddle in all {
            for answer in [riddle.solution] + riddle.otherSolutions {
                #expect(Solution.match(answer, solution: riddle.solution, others: riddle.otherSolutions) == .exact, "\(answer)")
            }
        }
    }

    /// Compares all pairs, also within one riddle. Each text is folded only once because there are many pairs.
    @Test func `no two solutions are the same`() throws {
        let answers = try all.flatMap { [$0.solution] + $0.otherSolutions }.map { ($0, try #require(FoldedText($0))) }
        for (index, (text, answer)) in answers.enumerated() {
            #expect(answers[..<index].filter { $0.1.equals(answer) }.map(\.0) == [], "\(text)")
        }
    }

    @Test(arguments: [0, 20_000, -700])
    func `a round of days uses each riddle once except the welcome`(start: Int) {
        let length = all.count - 1
        let days = (start..<start + length).map { JimsRiddles.ofTheDay(CalendarDate(number: $0)) }
        #expect(Set(days.map(\.number)) == Set(2...all.count))
        #expect(JimsRiddles.ofTheDay(CalendarDate(number: start + length)).number == days[0].number)
    }

    @Test func `consecutive daily riddles are of different kinds`() {
        let days = (0...all.count).map { JimsRiddles.ofTheDay(CalendarDate(number: $0)) }
        for (day, next) in zip(days, days.dropFirst()) { #expect(day.kind != next.kind, "\(day.number), \(next.number)") }
        #expect(zip(days, days.dropFirst()).count { $0.number + 1 == $1.number } < 10)
    }
}
