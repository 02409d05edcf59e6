import GameRules
import HTMLTemplates

struct WordleyPage: Page {
    static let template = "wordley/wordley"
    var layout: Layout
    var clubName: String
    var practice: String
    var begin: String
    var isDaily: Bool
    /// The game that the page shows. Nil if there is no game yet.
    var game: WordleyView?
    var level: LevelView?
    var heading: String
    var title: String
    /// The path of the other page of Wordley. The page of the word of the day leads to the member's own games, and the other way round.
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
        otherWords = isDaily ? "Words at your level" : "Word of the day"
    }
}

struct WordleyLive: Page {
    static let template = "wordley/live"
    var layout: Layout
    var game: WordleyView
}

struct WordleyView: ViewModel {
    var path: String
    var begin: String
    /// The key under which the browser stores the time of the clock. Nil if the member wants no clock, or if the game is over.
    var clock: String?
    var rows: [WordRow]
    var letters: Int
    /// The index of the current row, from 0. It is the same as the number of guesses.
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
    /// A sentence about a letter that is in the last guess more often than in the answer. It explains why some copies of the letter are not
    /// marked. Nil if there is no such letter.
    var doubled: String?
    /// The answer in capital letters. Nil if the game is not over.
    var answer: String?
    /// The result as coloured squares (emoji), to share with others. It does not contain the letters of the guesses. Nil if the game is not
    /// over.
    var strip: String?
    /// The feedback on the finished game. Nil if the game is not over, or if the request was refused.
    var ending: PracticeFeedbackView?
    var problem: String?
    var announcement: String
    /// Sentences that say which letters are in the right place, in a wrong place, or not in the word.
    var summary: String

    /// - Parameter text: the guess that was refused. If it is nil, the field shows the game's draft.
    init(
        _ game: WordleyGame, _ settings: PracticeSettings, _ feedback: PracticeFeedback?, problem: String?, text: String?,
        visit: MemberVisit
    ) {
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
        doubled = game.isOpen ? scores.last?.doubledLetter.map { Self.explain($0, in: game.answer) } : nil
        answer = game.isOpen ? nil : game.answer.uppercased()
        strip = game.isOpen ? nil : Self.strip(of: game, scores)
        ending = feedback.map { PracticeFeedbackView($0, club: visit.club) }
        summary = Self.summary(of: scores)
    }

    private static func status(of game: WordleyGame, guesses: Int) -> String {
        let left = game.rows - guesses
        switch game.state {
        case .won: return "You found it: \(game.answer.uppercased()). Well done."
        case .lost: return "The word was \(game.answer.uppercased()). You can try another one."
        case .open:
            if guesses == 0 { return "Find the word of \(game.letters) letters. You have \(left) guesses." }
            return left == 1 ? "One guess is left." : "\(left) guesses are left."
        }
    }

    /// The marks of a guess in words, for example "Row 2: C right place, R wrong place, A not in the word."
    static func sentence(of score: WordScore, row: Int) -> String {
        "Row \(row): " + score.letters.map { "\($0.letter.uppercased()) \(label(of: $0.mark))" }.joined(separator: ", ") + "."
    }

    static func label(of mark: LetterMark) -> String {
        switch mark {
        case .rightPlace: "right place"
        case .wrongPlace: "wrong place"
        case .absent: "not in the word"
        }
    }

    private static func explain(_ letter: Character, in answer: String) -> String {
        let count = answer.count { $0 == letter }
        return count == 1
            ? "\(letter.uppercased()) is in the word once, so only one of yours is marked."
            : "\(letter.uppercased()) is in the word \(count) times, so only \(count) of yours are marked."
    }

    private static func strip(of game: WordleyGame, _ scores: [WordScore]) -> String {
        let result = game.state == .won ? "\(scores.count)" : "X"
        let day = game.day.map { ", \($0.label)" } ?? ""
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
        let sentences = parts.compactMap { mark, label in letters(mark).isEmpty ? nil : "\(label): \(letters(mark))." }
        return sentences.isEmpty ? "Nothing is known yet." : sentences.joined(separator: " ")
    }
}

struct WordRow: ViewModel {
    /// The text of the row for screen readers. Empty if the member has not reached the row.
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

    /// - Parameter row: the number of the current row, from 1. If it is nil, the member has not reached the row, and the sentence is empty.
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

struct KeyRow: ViewModel {
    var keys: [LetterKey]

    static func all(of keyboard: PracticeSettings.Keyboard, keys: String?, known: [Character: LetterMark]) -> [KeyRow] {
        let available = Set(keys ?? "abcdefghijklmnopqrstuvwxyz")
        let rows: [[Character]]
        switch keyboard {
        case .qwerty: rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init)
        // The style sheet wraps this row.
        case .letters: rows = [available.sorted()]
        }
        return rows.map { row in KeyRow(keys: row.filter(available.contains).map { LetterKey($0, known[$0]) }) }
    }
}

struct LetterKey: ViewModel {
    var value: String
    var letter: String
    /// The letter and its mark in words, for example "P, wrong place".
    var name: String
    var isRight: Bool
    var isPresent: Bool
    var isAbsent: Bool

    init(_ letter: Character, _ mark: LetterMark?) {
        (value, self.letter) = (String(letter), letter.uppercased())
        name = self.letter + (mark.map { ", \(WordleyView.label(of: $0))" } ?? "")
        (isRight, isPresent, isAbsent) = (mark == .rightPlace, mark == .wrongPlace, mark == .absent)
    }
}
