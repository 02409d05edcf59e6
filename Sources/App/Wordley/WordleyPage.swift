import GameRules
import HTMLTemplates

/// Wordley: a game, or the way to one.
struct WordleyPage: Page {
    static let template = "wordley/wordley"
    var layout: Layout
    var clubName: String
    var practice: String
    var begin: String
    var isDaily: Bool
    /// nil: none has been played.
    var game: WordleyView?
    var level: LevelView?
    var heading: String
    var title: String
    /// Where the other kind is.
    var other: String
    var otherWords: String

    init(_ game: WordleyView?, isDaily: Bool, level: PracticeLevel?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        practice = visit.club.path + "/practice"
        begin = practice + "/wordley"
        (self.isDaily, self.game) = (isDaily, game)
        self.level = level.map { LevelView($0, club: visit.club) }
        heading = isDaily ? "Word of the day" : "Wordley"
        title = isDaily ? "Word of the day · Wordley" : "Wordley"
        other = isDaily ? begin : begin + "/day"
        otherWords = isDaily ? "Words of my own" : "Word of the day"
    }
}

/// A game after something was done.
struct WordleyLive: Page {
    static let template = "wordley/live"
    var layout: Layout
    var game: WordleyView
}

/// A game as its player sees it.
struct WordleyView: ViewModel {
    var path: String
    var begin: String
    /// By what the browser keeps the time; nil: no clock is wanted, or the game is over.
    var clock: String?
    var rows: [WordRow]
    /// How many letters the word has, and how many guesses were made.
    var letters: Int
    var row: Int
    var text: String
    var isOpen: Bool
    var isWon: Bool
    var isHard: Bool
    var isDaily: Bool
    var keyRows: [KeyRow]
    var hand: String
    var switches: Int
    var pace: Int
    var canHelp: Bool
    var status: String
    /// Of a letter that is in the word less often than in the last guess.
    var doubled: String?
    /// nil: the game is not over.
    var answer: String?
    var strip: String?
    /// nil: the game is not over, or it was refused what was tried.
    var ending: EndingView?
    var problem: String?
    var announcement: String
    /// All that is known, in a sentence.
    var summary: String

    /// - Parameter text: what was written and not taken; nil: what is half-typed.
    init(_ game: WordleyGame, _ settings: PracticeSettings, _ ending: PracticeEnding?, problem: String?, text: String?, visit: MemberVisit)
    {
        let scores = game.scores
        path = WordleyGame.path(of: game.id, in: visit.club)
        begin = visit.club.path + "/practice/wordley"
        (letters, row, isOpen, isWon) = (game.letters, scores.count, game.isOpen, game.state == .won)
        clock = settings.showsClock && game.isOpen ? "wordley-\(game.id)" : nil
        (isHard, isDaily, self.problem) = (game.isHard, game.day != nil, problem)
        self.text = game.isOpen ? text ?? game.draft : ""
        rows = WordRow.all(of: game, scores, draft: self.text)
        keyRows = KeyRow.all(of: settings.keyboard, keys: game.keys, known: WordScore.known(of: scores))
        (hand, switches, pace) = (settings.hand.rawValue, settings.switches, settings.pace)
        canHelp = game.isOpen && game.nextHelp != nil
        let last = scores.last.map { Self.sentence(of: $0, row: scores.count) }
        status = Self.status(of: game, guesses: scores.count)
        announcement = [last, game.isOpen && scores.isEmpty ? nil : status].compactMap(\.self).joined(separator: " ")
        doubled = game.isOpen ? scores.last?.doubledLetter.map { Self.explained($0, in: game.answer) } : nil
        answer = game.isOpen ? nil : game.answer.uppercased()
        strip = game.isOpen ? nil : Self.strip(of: game, scores)
        self.ending = ending.map { EndingView($0, club: visit.club) }
        summary = Self.summary(of: scores)
    }

    private static func status(of game: WordleyGame, guesses: Int) -> String {
        let left = game.rows - guesses
        switch game.state {
        case .won: return "You found it: \(game.answer.uppercased()). Well done."
        case .lost: return "The word was \(game.answer.uppercased()). The next one is another chance."
        case .open:
            if guesses == 0 { return "Find the word of \(game.letters) letters. You have \(left) guesses." }
            return left == 1 ? "One guess is left." : "\(left) guesses are left."
        }
    }

    /// "Row 2: C right place, R wrong place, A not in the word."
    static func sentence(of score: WordScore, row: Int) -> String {
        "Row \(row): " + score.letters.map { "\($0.letter.uppercased()) \(words(of: $0.mark))" }.joined(separator: ", ") + "."
    }

    static func words(of mark: LetterMark) -> String {
        switch mark {
        case .rightPlace: "right place"
        case .wrongPlace: "wrong place"
        case .absent: "not in the word"
        }
    }

    private static func explained(_ letter: Character, in answer: String) -> String {
        let count = answer.count { $0 == letter }
        return count == 1
            ? "\(letter.uppercased()) is in the word once. So only one of yours is marked."
            : "\(letter.uppercased()) is in the word \(count) times. So only so many of yours are marked."
    }

    /// What one may show others: it has no letter.
    private static func strip(of game: WordleyGame, _ scores: [WordScore]) -> String {
        let result = game.state == .won ? "\(scores.count)" : "X"
        let day = game.day.map { ", \($0.words)" } ?? ""
        let lines = scores.map { score in
            score.marks.map { $0 == .rightPlace ? "🟩" : $0 == .wrongPlace ? "🟧" : "⬜" }.joined()
        }
        return (["Wordley \(result)/\(game.rows)\(day)"] + lines).joined(separator: "\n")
    }

    private static func summary(of scores: [WordScore]) -> String {
        let known = WordScore.known(of: scores)
        func letters(_ mark: LetterMark) -> String {
            known.filter { $0.value == mark }.keys.sorted().map { $0.uppercased() }.joined(separator: ", ")
        }
        let parts = [(LetterMark.rightPlace, "In the right place"), (.wrongPlace, "In a wrong place"), (.absent, "Not in the word")]
        let said = parts.compactMap { mark, words in letters(mark).isEmpty ? nil : "\(words): \(letters(mark))." }
        return said.isEmpty ? "Nothing is known yet." : said.joined(separator: " ")
    }
}

/// A row of the board.
struct WordRow: ViewModel {
    /// As it is read.
    var sentence: String
    var cells: [WordCell]
    var isCurrent: Bool

    static func all(of game: WordleyGame, _ scores: [WordScore], draft: String) -> [WordRow] {
        let given = game.given
        return (0..<game.rows).map { index in
            if index < scores.count {
                let cells = scores[index].letters.map { WordCell(letter: $0.letter.uppercased(), mark: $0.mark) }
                return WordRow(sentence: WordleyView.sentence(of: scores[index], row: index + 1), cells: cells, isCurrent: false)
            }
            let isCurrent = index == scores.count && game.isOpen
            let typed = isCurrent ? Array(draft.uppercased()) : []
            let cells = (0..<game.letters).map { place in
                place < typed.count
                    ? WordCell(letter: String(typed[place]), isTyped: true)
                    : WordCell(
                        letter: isCurrent ? given[place + 1].map { $0.uppercased() } ?? "" : "",
                        isGiven: isCurrent && given[place + 1] != nil)
            }
            return WordRow(sentence: sentence(isCurrent ? index + 1 : nil, typed, given), cells: cells, isCurrent: isCurrent)
        }
    }

    /// Of a row without a guess; empty: nothing is to be said of it.
    private static func sentence(_ row: Int?, _ typed: [Character], _ given: [Int: Character]) -> String {
        guard let row else { return "" }
        let shown = given.sorted { $0.key < $1.key }.map { "Letter \($0.key) is \($0.value.uppercased())." }
        let typed = typed.isEmpty ? "empty" : typed.map(String.init).joined(separator: " ")
        return (["Row \(row): \(typed)."] + shown).joined(separator: " ")
    }
}

struct WordCell: ViewModel {
    var letter: String
    var isRight = false
    var isPresent = false
    var isAbsent = false
    var isTyped = false
    var isGiven = false

    init(letter: String, mark: LetterMark) {
        self.letter = letter
        (isRight, isPresent, isAbsent) = (mark == .rightPlace, mark == .wrongPlace, mark == .absent)
    }

    init(letter: String, isTyped: Bool = false, isGiven: Bool = false) {
        (self.letter, self.isTyped, self.isGiven) = (letter, isTyped, isGiven)
    }
}

/// A row of keys.
struct KeyRow: ViewModel {
    var keys: [LetterKey]

    static func all(of keyboard: PracticeSettings.Keyboard, keys: String?, known: [Character: LetterMark]) -> [KeyRow] {
        let there = Set(keys ?? "abcdefghijklmnopqrstuvwxyz")
        let rows: [[Character]]
        switch keyboard {
        case .qwerty: rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init)
        // As many beside one another as fit.
        case .letters: rows = [there.sorted()]
        }
        return rows.map { row in KeyRow(keys: row.filter(there.contains).map { LetterKey($0, known[$0]) }) }
    }
}

struct LetterKey: ViewModel {
    var value: String
    var letter: String
    /// "P, wrong place"
    var name: String
    var isRight: Bool
    var isPresent: Bool
    var isAbsent: Bool

    init(_ letter: Character, _ mark: LetterMark?) {
        (value, self.letter) = (String(letter), letter.uppercased())
        name = self.letter + (mark.map { ", \(WordleyView.words(of: $0))" } ?? "")
        (isRight, isPresent, isAbsent) = (mark == .rightPlace, mark == .wrongPlace, mark == .absent)
    }
}
