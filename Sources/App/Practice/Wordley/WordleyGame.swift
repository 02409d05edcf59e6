import Calendar
import Crypto
import FoundationEssentials
import GameRules
import Postgres

/// A game of Wordley. Its answer must not leave the server before the game is over.
struct WordleyGame: RowRecord {
    enum State: String, DatabaseEnum {
        case open, won, lost
    }

    var id: ID<WordleyGame>
    /// The day of the game, if its answer is the word of that day. Nil for all other games.
    var day: CalendarDate?
    /// The level of the game. Nil for a word of the day.
    var level: Int?
    var answer: String
    var rows: Int
    var givesFirst: Bool
    var isHard: Bool
    /// The letters that the keyboard shows. Nil if the keyboard shows all letters.
    var keys: String?
    var guesses: [String]
    /// The positions, from 1, of the letters that were shown as help.
    var helped: [Int]
    var draft: String
    var state: State

    static let decoder = RowDecoder(WordleyGame.init)

    /// The columns that `init` decodes. `g` is a row of `wordley_games`.
    static let columns: SQL = """
        g.id, g.day, g.level::bigint, g.answer, g.rows::bigint, g.gives_first, g.is_hard, g.keys, g.guesses, g.helped::bigint[], g.draft, g.state
        """

    var letters: Int { answer.utf8.count }
    var scores: [WordScore] { guesses.map { WordScore(of: $0, against: answer) } }
    var isOpen: Bool { state == .open }

    /// The letters of the answer that are shown before the member guesses them. The keys are their positions, from 1.
    var given: [Int: Character] {
        let places = (givesFirst ? [1] : []) + helped
        return Dictionary(
            places.compactMap { place in Array(answer).indices.contains(place - 1) ? (place, Array(answer)[place - 1]) : nil }
        ) {
            first, _ in first
        }
    }

    /// The first position, from 1, of a letter that is neither found nor shown. Nil if there is no such letter.
    var nextHelp: Int? {
        let found = scores.flatMap { score in score.marks.indices.filter { score.marks[$0] == .rightPlace }.map { $0 + 1 } }
        return (1...letters).first { !found.contains($0) && given[$0] == nil }
    }

    static func path(of id: ID<WordleyGame>, in club: Club) -> String { "\(club.path)/practice/wordley/\(id)" }
}

struct NewWordleyGame: Sendable {
    var day: CalendarDate?
    var level: WordleyLevel
    var answer: String
    /// The letters that the keyboard shows. Nil if the keyboard shows all letters.
    var keys: String?

    init(_ level: WordleyLevel, answer: String) { (self.level, self.answer) = (level, answer) }

    /// Creates a game with a random answer from the word list and from `others`.
    /// - Parameter others: the words of the same length that the club has added.
    init(_ level: WordleyLevel, or others: [String] = [], using generator: inout some RandomNumberGenerator) {
        let words = WordList.shared
        self.level = level
        let listed = words.answerCount(letters: level.letters)
        let place = Int.random(in: 0..<max(1, listed + others.count), using: &generator)
        answer = place < listed ? words.answer(place, letters: level.letters) : others[place - listed]
        keys = level.keys < 26 ? String(level.keyboard(for: answer, using: &generator)) : nil
    }

    /// Creates the game with the club's word of the day. Every answer is used once before an answer is used a second time. The order of the
    /// answers depends on the club's secret key.
    init(of day: CalendarDate, key: Bytes) {
        (self.day, level) = (day, .daily)
        let count = WordList.shared.answerCount(letters: level.letters)
        let (cycle, place) = day.number.quotientAndRemainder(dividingBy: count)
        answer = WordList.shared.answer(
            Self.order(of: count, in: cycle, key: SymmetricKey(data: key.bytes))[abs(place)], letters: level.letters)
    }

    /// The indices of the answers in random order. They are sorted by the HMAC-SHA256 of the cycle and the index. A cycle is a period in
    /// which every answer is used once.
    private static func order(of count: Int, in cycle: Int, key: SymmetricKey) -> [Int] {
        let codes = (0..<count).map { Array(HMAC<SHA256>.authenticationCode(for: Array("\(cycle) \($0)".utf8), using: key)) }
        return (0..<count).sorted { codes[$0].lexicographicallyPrecedes(codes[$1]) }
    }
}
