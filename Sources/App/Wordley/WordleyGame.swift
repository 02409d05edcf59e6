import Calendar
import Crypto
import FoundationEssentials
import GameRules
import Postgres

/// A game of Wordley. Its answer leaves the server when the game is over.
struct WordleyGame: Sendable, RowDecodable {
    enum State: String, StoredName {
        case open, won, lost
    }

    var id: ID<WordleyGame>
    /// The word of the day's; nil: one of one's own.
    var day: CalendarDate?
    /// nil: on no ladder.
    var level: Int?
    var answer: String
    var rows: Int
    var givesFirst: Bool
    var isHard: Bool
    /// The letters of a small keyboard; nil: all.
    var keys: String?
    var guesses: [String]
    /// Places, from 1, whose letter was shown as help.
    var helped: [Int]
    /// What is half-typed.
    var draft: String
    var state: State

    init(_ row: inout Row) throws {
        id = try row.next()
        day = try row.next()
        level = try row.next()
        answer = try row.next()
        rows = try row.next()
        givesFirst = try row.next()
        isHard = try row.next()
        keys = try row.next()
        guesses = try row.next()
        helped = try row.next()
        draft = try row.next()
        state = try row.next()
    }

    /// Of a game `g`.
    static let columns: SQL = """
        g.id, g.day, g.level::bigint, g.answer, g.rows::bigint, g.gives_first, g.is_hard, g.keys, g.guesses, g.helped::bigint[], g.draft, g.state
        """

    var letters: Int { answer.utf8.count }
    var scores: [WordScore] { guesses.map { WordScore(of: $0, against: answer) } }
    var isOpen: Bool { state == .open }

    /// Letters that are shown before they are guessed, by their places from 1.
    var given: [Int: Character] {
        let places = (givesFirst ? [1] : []) + helped
        return Dictionary(
            places.compactMap { place in Array(answer).indices.contains(place - 1) ? (place, Array(answer)[place - 1]) : nil }
        ) {
            first, _ in first
        }
    }

    /// The first place whose letter is neither found nor shown; nil: there is none.
    var nextHelp: Int? {
        let found = scores.flatMap { score in score.marks.indices.filter { score.marks[$0] == .rightPlace }.map { $0 + 1 } }
        return (1...letters).first { !found.contains($0) && given[$0] == nil }
    }

    static func path(of id: ID<WordleyGame>, in club: Club) -> String { "\(club.path)/practice/wordley/\(id)" }
}

/// A game about to begin.
struct NewWordleyGame: Sendable {
    var day: CalendarDate?
    var level: WordleyLevel
    var answer: String
    /// nil: the keyboard has all letters.
    var keys: String?

    init(_ level: WordleyLevel, answer: String) { (self.level, self.answer) = (level, answer) }

    /// One of one's own.
    /// - Parameter others: words that the club has added, of as many letters.
    init(_ level: WordleyLevel, or others: [String] = [], using generator: inout some RandomNumberGenerator) {
        let words = WordList.shared
        self.level = level
        let listed = words.answers(letters: level.letters)
        let place = Int.random(in: 0..<max(1, listed + others.count), using: &generator)
        answer = place < listed ? words.answer(place, letters: level.letters) : others[place - listed]
        keys = level.keys < 26 ? String(level.keyboard(for: answer, using: &generator)) : nil
    }

    /// The club's word of a day. Each of the answers comes once before one comes again, in an order that only the club's key tells.
    init(of day: CalendarDate, key: Bytes) {
        (self.day, level) = (day, .daily)
        let count = WordList.shared.answers(letters: level.letters)
        let (cycle, place) = day.number.quotientAndRemainder(dividingBy: count)
        answer = WordList.shared.answer(
            Self.order(of: count, in: cycle, key: SymmetricKey(data: key.bytes))[abs(place)], letters: level.letters)
    }

    /// The numbers of the answers, shuffled: they are sorted by HMAC-SHA256 of the cycle and the number.
    private static func order(of count: Int, in cycle: Int, key: SymmetricKey) -> [Int] {
        let codes = (0..<count).map { Array(HMAC<SHA256>.authenticationCode(for: Array("\(cycle) \($0)".utf8), using: key)) }
        return (0..<count).sorted { codes[$0].lexicographicallyPrecedes(codes[$1]) }
    }
}
