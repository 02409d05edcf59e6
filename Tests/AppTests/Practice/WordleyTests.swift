import GameRules
import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing

@testable import App

struct WordleyTests {
    @Test func `a solved Wordley game counts and stays private`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ana = club.ana
            try await #expect(ana.get(club.path + "/practice").text.contains("Start Wordley"))
            let game = try await ana.begin(.wordley, in: club.path)
            try site.ask("stout")
            try await #expect(ana.guess("otter", 0, game, in: club.path).headers[.location]?.hasSuffix("/practice/wordley/\(game)") == true)
            let page = try await ana.get(club.path + "/practice/wordley").text
            #expect(page.contains("Row 1: O wrong place, T right place, T wrong place, E not in the word, R not in the word."))
            #expect(page.contains("5 guesses are left.") && page.contains("aria-label=\"O, wrong place\""))
            try await ana.guess("toast", 1, game, in: club.path)
            try await #expect(ana.get(club.path + "/practice/wordley").text.contains("Row 2: T wrong place, O wrong place, A not"))
            try await ana.guess("stout", 2, game, in: club.path)
            let won = try await ana.get(club.path + "/practice/wordley/\(game)").text
            #expect(won.contains("You found it: STOUT.") && won.contains("Wordley 3/6\n🟧🟩🟧⬜⬜\n🟧🟧⬜🟧🟩\n🟩🟩🟩🟩🟩"))
            // Five points for each of the four rows from the last guess on.
            try #expect(site.rows("SELECT game, is_won, points, steps, is_counted FROM practice_results") == ["wordley t 20 3 t"])
            let home = try await ana.get(club.path + "/practice").text
            #expect(home.contains("Continue Wordley") && home.contains("One game, 1 won, 20 points"))
            try await #expect(ana.get(club.path + "/practice/history").text.contains("20 points"))
            try await #expect(ana.get(club.path + "/practice/history/file").text.contains(",Wordley,5,yes,yes,20,3,,0"))
            // Other members do not see the game.
            try await #expect(club.ben.get(club.path + "/practice/wordley/\(game)").status == .notFound)
            try await #expect(!club.ben.get(club.path + "/practice/history").text.contains("20 points"))
        }
    }

    @Test func `admins can add words for their club`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = club.path + "/practice/words"
            for action in ["", "/removal"] {
                try await #expect(club.ben.post(path + action, ["words": "zzyzx", "word": "zzyzx"]).status == .forbidden)
            }
            try await #expect(club.ben.get(path).status == .forbidden)
            for (text, words) in [
                ("", "Write a word, or several."), ("zzyzx no", "“no” cannot be used."), ("Größe", "“größe” cannot be used."),
                ("zz-zz", "cannot be used"), ((0..<501).map(word).joined(separator: " "), "at most 500 words."),
            ] {
                let answer = try await club.ana.post(path, ["words": text])
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            try #expect(site.rows("SELECT count(*) FROM wordley_words") == ["0"])
            try await #expect(club.ana.post(path, ["words": "Zzyzx, qwerty\nzzyzx"]).status == .seeOther)
            try #expect(site.rows("SELECT word FROM wordley_words ORDER BY word") == ["qwerty", "zzyzx"])
            // An added word is accepted as a guess, also in hard mode.
            for isHard in [false, true] {
                let game = try await club.ben.begin(.wordley, in: club.path)
                try site.ask("stout", isHard: isHard)
                try await club.ben.guess("zzyzx", 0, game, in: club.path)
                try #expect(site.rows("SELECT guesses FROM wordley_games ORDER BY id DESC LIMIT 1") == ["{zzyzx}"])
                try await club.ben.post("\(club.path)/practice/wordley/\(game)/surrender", [:])
            }
            // Another club does not accept the word.
            let other = try await site.clubOfTwo("wharf", names: ("cleo", "dora"))
            let game = try await other.ana.begin(.wordley, in: other.path)
            try site.ask("stout")
            try await #expect(other.ana.guess("zzyzx", 0, game, in: other.path).status == .unprocessableContent)
            try await club.ana.post(path + "/removal", ["word": "zzyzx"])
            try #expect(site.rows("SELECT word FROM wordley_words") == ["qwerty"])
        }
    }

    /// A number written as five letters.
    private func word(_ number: Int) -> String {
        String((0..<5).map { place in Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(number >> (2 * place) & 3))) })
    }

    @Test func `added words are chosen as answers among the others`() {
        var generator = SystemRandomNumberGenerator()
        let level = WordleyLevel.at(5)
        let added = (0..<WordList.shared.answerCount(letters: level.letters)).map { _ in "zzzz" }
        let asked = (0..<100).map { _ in NewWordleyGame(level, or: added, using: &generator).answer }
        #expect(asked.contains("zzzz") && asked.contains { $0 != "zzzz" })
    }

    @Test func `an invalid guess is refused and nothing is stored`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("stout")
            for (word, sentence) in [
                ("", "Write a word of 5 letters"), ("tea", "This one has 3"), ("zzzzz", "is not in the word list"),
                ("12345", "Write a word"),
                ("planets", "This one has 7"),
            ] {
                let answer = try await club.ana.guess(word, 0, game, in: club.path)
                #expect(answer.status == .unprocessableContent && answer.text.contains(sentence), "\(word)")
            }
            for row in ["1", "-1", "", "x"] {
                let answer = try await club.ana.post("\(club.path)/practice/wordley/\(game)/guesses", ["guess": "toast", "row": row])
                #expect(answer.status == .conflict && answer.text.contains("value=\"toast\""), "\(row)")
            }
            for action in ["guesses", "draft", "help", "surrender"] {
                let answer = try await club.ben.post("\(club.path)/practice/wordley/\(game)/\(action)", ["guess": "stout", "row": "0"])
                #expect(answer.status == .notFound, "\(action)")
            }
            try #expect(site.rows("SELECT cardinality(guesses), state FROM wordley_games") == ["0 open"])
            // Only one of several identical concurrent guesses counts.
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<4 { group.addTask { try await club.ana.guess("toast", 0, game, in: club.path).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .seeOther }.count == 1)
            try #expect(site.rows("SELECT cardinality(guesses) FROM wordley_games") == ["1"])
            try await club.ana.post("\(club.path)/practice/wordley/\(game)/surrender", [:])
            try await #expect(club.ana.guess("stout", 1, game, in: club.path).status == .conflict)
            try #expect(site.rows("SELECT is_won, points FROM practice_results") == ["f 0"])
        }
    }

    @Test func `hard mode requires known letters in each guess`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("trade", isHard: true)
            try await #expect(club.ana.guess("crane", 0, game, in: club.path).status == .seeOther)
            let refused = try await club.ana.guess("blame", 1, game, in: club.path)
            #expect(refused.status == .unprocessableContent && refused.text.contains("In hard mode, letter 2 has to be R."))
            try await #expect(club.ana.guess("grape", 1, game, in: club.path).status == .seeOther)
        }
    }

    @Test func `a letter as a hint costs one row`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("stout")
            try await club.ana.guess("scant", 0, game, in: club.path)
            try await club.ana.post("\(club.path)/practice/wordley/\(game)/help", [:])
            // The hint is the first letter that has not been found.
            try await #expect(club.ana.get(club.path + "/practice/wordley").text.contains("Letter 2 is T."))
            try await club.ana.guess("stout", 1, game, in: club.path)
            try #expect(site.rows("SELECT points, hints, is_good FROM practice_results") == ["20 1 t"])
        }
    }

    @Test func `a half-typed guess is kept`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("stout")
            let draft = "\(club.path)/practice/wordley/\(game)/draft"
            // Without JavaScript, each key of the keyboard sends a form.
            try await club.ana.post(draft, ["guess": "", "key": "t"])
            try await club.ana.post(draft, ["guess": "t", "key": "o"])
            try await #expect(club.ana.get(club.path + "/practice/wordley").text.contains("value=\"to\""))
            try await club.ana.post(draft, ["guess": "to", "key": "back"])
            try await #expect(club.ana.get(club.path + "/practice/wordley").text.contains("value=\"t\""))
            try await #expect(club.ana.post(draft, ["guess": "Toasters1", "quietly": "1"]).status == .noContent)
            try await #expect(club.ana.get(club.path + "/practice/wordley").text.contains("value=\"toast\""))
        }
    }

    @Test func `a draft that arrives after its guess is not kept`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.ana.begin(.wordley, in: club.path)
            try site.ask("stout")
            let draft = "\(club.path)/practice/wordley/\(game)/draft"
            try await club.ana.guess("toast", 0, game, in: club.path)
            try await club.ana.post(draft, ["guess": "toast", "row": "0", "quietly": "1"])
            try #expect(site.rows("SELECT draft, cardinality(guesses) FROM wordley_games") == [" 1"])
            try await club.ana.post(draft, ["guess": "st", "row": "1", "quietly": "1"])
            try #expect(site.rows("SELECT draft FROM wordley_games") == ["st"])
        }
    }

    @Test func `members share a daily word that does not change their level`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("wharf", names: ("cleo", "dora")))
            for visitor in [club.ana, club.ben] { try await visitor.post(club.path + "/practice/wordley", ["day": "today"]) }
            try await other.ana.post(other.path + "/practice/wordley", ["day": "today"])
            let words = try site.rows("SELECT answer FROM wordley_games WHERE day = (now() AT TIME ZONE 'UTC')::date ORDER BY id")
            #expect(words.count == 3 && words[0] == words[1] && words[0].count == 5)
            let page = try await club.ana.get(club.path + "/practice/wordley/day").text
            let game = String(try #require(page.firstMatch(of: /wordley\/(\d+)\/guesses/)).1)
            try await club.ana.guess(words[0], 0, game, in: club.path)
            try await #expect(club.ana.get(club.path + "/practice/wordley/day").text.contains("You found it"))
            // A member can play the daily word once a day.
            try await club.ana.post(club.path + "/practice/wordley", ["day": "today"])
            try #expect(
                site.rows("SELECT count(*) FROM wordley_games WHERE member_id = (SELECT min(member_id) FROM wordley_games)") == ["1"])
            try #expect(site.rows("SELECT level, is_counted, points FROM practice_results") == ["- t 30"])
            try #expect(site.rows("SELECT DISTINCT level, run FROM practice_levels") == ["5 0"])
        }
    }

    @Test func `responses and logs never reveal the answer before the end`() async throws {
        let lines = Mutex<[String]>([])
        try await TestDatabase.withMigrated { test in
            var settings = AppSettings(root: TestDatabase.root)
            (settings.passwordCost, settings.limitsRates) = (.low, false)
            settings.data = TestDatabase.root + "/.build/tests"
            let logger = Logger(label: "wordley") { _ in KeptLog { line in lines.withLock { $0.append(line) } } }
            try await TestSite.run(settings, test, logger: logger) { site in
                let club = try await site.clubOfTwo()
                let game = try await club.ana.begin(.wordley, in: club.path)
                try site.ask("zebra")
                let path = "\(club.path)/practice/wordley/\(game)"
                for (action, fields) in [
                    ("guesses", ["guess": "toast", "row": "0"]), ("guesses", ["guess": "zzzzz", "row": "1"]), ("guesses", [:]),
                    ("draft", ["guess": "ze"]), ("help", [:]),
                ] {
                    for headers in [HTTPFields(), [.prefer: "return=representation"]] {
                        let answer = try await club.ana.post("\(path)/\(action)", fields, headers)
                        #expect(!"\(answer.text)\(answer.headers)".lowercased().contains("zebra"), "\(action)")
                    }
                }
                for page in ["", "/wordley", "/wordley/\(game)", "/history", "/history/file"] {
                    let answer = try await club.ana.get("\(club.path)/practice\(page)")
                    #expect(!"\(answer.text)\(answer.headers)".lowercased().contains("zebra"), "\(page)")
                }
                try await club.ana.post("\(path)/surrender", [:])
                try await #expect(club.ana.get(path).text.contains("ZEBRA"))
            }
        }
        let all = lines.withLock { $0.joined(separator: "\n").lowercased() }
        #expect(all.contains("/guesses") && !all.contains("zebra"))
    }
}

struct WordListTests {
    private let words = WordList.shared

    @Test func `every answer is an accepted guess`() {
        for letters in 3...7 {
            let count = words.answerCount(letters: letters)
            #expect(count > 400)
            let all = (0..<count).map { words.answer($0, letters: letters) }
            #expect(all == all.sorted() && Set(all).count == count)
            #expect(all.allSatisfy { $0.utf8.count == letters && words.accepts($0) })
        }
    }

    @Test func `only words in the list are accepted`() {
        for word in ["", "a", "zz", "zzzzz", "Stout", "stout\n", "toas", "ünder", "[answers", "abcdefgh"] {
            #expect(!words.accepts(word), "\(word)")
        }
        for word in ["cat", "boat", "toast", "planet", "balance", "geese", "added", "colour", "color"] {
            #expect(words.accepts(word), "\(word)")
        }
    }
}
