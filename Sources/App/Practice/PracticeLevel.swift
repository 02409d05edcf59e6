import Calendar
import GameRules
import Postgres

/// A member's level in one game, with the state of the staircase, which is the rule that changes the level.
struct PracticeLevel: Sendable, RowDecodable {
    enum Change: String, DatabaseEnum {
        case harder, easier
    }

    var game: PracticeGame
    var staircase: Staircase
    /// Whether the member has fixed the level. The results of games do not change a fixed level.
    var isHeld = false
    /// The change of the level by the last game. Nil if the last game did not change the level.
    var lastChange: Change?
    /// The last day, in UTC, on which the level went down. Nil if it has never gone down.
    var easedOn: CalendarDate?
    /// Whether the page asks the member to agree before the level goes down a second time on the same day.
    var asksEasier = false

    init(_ game: PracticeGame) { (self.game, staircase) = (game, Staircase(level: game.firstLevel)) }

    init(_ row: inout Row) throws {
        game = try row.next()
        let (level, run, direction, hasTurned): (Int, Int, String?, Bool) = (try row.next(), try row.next(), try row.next(), try row.next())
        let bounded = min(max(level, 1), game.levelCount)
        staircase = Staircase(level: bounded, run: run, direction: direction.flatMap(Staircase.Direction.init), hasTurned: hasTurned)
        isHeld = try row.next()
        lastChange = try row.next()
        easedOn = try row.next()
        asksEasier = try row.next()
    }

    /// The columns that `init` decodes. `l` is a row of `practice_levels`.
    static let columns: SQL = """
        l.game, l.level::bigint, l.run::bigint, l.direction, l.has_turned, l.is_held, l.moved, l.eased_on, l.asks_easier
        """

    var level: Int { staircase.level }

    /// Changes the level by the results of games.
    /// - Parameter games: whether each game was good, the oldest game first.
    mutating func count(_ games: [Bool], on day: CalendarDate) {
        for isGood in games {
            (lastChange, asksEasier) = (nil, false)
            guard !isHeld else { continue }
            switch staircase.count(isGood: isGood, of: game.levelCount, mayEase: easedOn != day) {
            case .same: break
            case .harder: lastChange = .harder
            case .easier: (lastChange, easedOn) = (.easier, day)
            case .askEasier: asksEasier = true
            }
        }
    }

    /// Lowers the level. Call this function after the member has agreed.
    mutating func ease(on day: CalendarDate) {
        guard asksEasier, !isHeld, staircase.ease(of: game.levelCount) == .easier else { return }
        (lastChange, easedOn, asksEasier) = (.easier, day, false)
    }

    /// The message about the last change of the level. Nil if the level did not change.
    var changeMessage: String? {
        switch lastChange {
        case .harder: "Three good games in a row. The next one is a little harder."
        case .easier: "The next one is a little easier."
        case nil: nil
        }
    }
}

/// A member's totals in one game since the last reset of the score.
struct PracticeTotal: RowRecord {
    var game: PracticeGame
    var games: Int
    var won: Int
    var points: Int
    var best: Int
    var streak: Int
    var bestStreak: Int

    static let decoder = RowDecoder(PracticeTotal.init)

    /// The columns that `init` decodes. `t` is a row of `practice_totals`.
    static let columns: SQL = """
        t.game, t.games::bigint, t.won::bigint, t.points, t.best::bigint, t.streak::bigint, t.best_streak::bigint
        """
}
