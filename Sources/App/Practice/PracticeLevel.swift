import Calendar
import GameRules
import Postgres

/// How hard a game is for a member.
struct PracticeLevel: Sendable, RowDecodable {
    enum Move: String, StoredName {
        case harder, easier
    }

    var game: PracticeGame
    var staircase: Staircase
    /// Whether its member holds it.
    var isHeld = false
    /// What the last game did to it; nil: nothing.
    var moved: Move?
    /// The day, in UTC, on which it last went down by itself.
    var easedOn: CalendarDate?
    /// Whether it would go down again, and that is to be asked.
    var asksEasier = false

    /// Where one begins.
    init(_ game: PracticeGame) { (self.game, staircase) = (game, Staircase(level: game.firstLevel)) }

    init(_ row: inout Row) throws {
        game = try row.next()
        let (level, run, direction, hasTurned): (Int, Int, String?, Bool) = (try row.next(), try row.next(), try row.next(), try row.next())
        let bounded = min(max(level, 1), game.levels)
        staircase = Staircase(level: bounded, run: run, direction: direction.flatMap(Staircase.Direction.init), hasTurned: hasTurned)
        isHeld = try row.next()
        moved = try row.next()
        easedOn = try row.next()
        asksEasier = try row.next()
    }

    /// Of a level `l`.
    static let columns: SQL = """
        l.game, l.level::bigint, l.run::bigint, l.direction, l.has_turned, l.is_held, l.moved, l.eased_on, l.asks_easier
        """

    var level: Int { staircase.level }

    /// Counts games, the oldest first.
    mutating func count(_ games: [Bool], on day: CalendarDate) {
        for isGood in games {
            (moved, asksEasier) = (nil, false)
            guard !isHeld else { continue }
            switch staircase.count(isGood: isGood, of: game.levels, mayEase: easedOn != day) {
            case .same: break
            case .harder: moved = .harder
            case .easier: (moved, easedOn) = (.easier, day)
            case .askEasier: asksEasier = true
            }
        }
    }

    /// Goes down, as its member agrees to.
    mutating func ease(on day: CalendarDate) {
        guard asksEasier, !isHeld, staircase.ease(of: game.levels) == .easier else { return }
        (moved, easedOn, asksEasier) = (.easier, day, false)
    }

    /// What became of it, for the end of a game.
    var news: String? {
        switch moved {
        case .harder: "Three good ones in a row. The next one is a little harder."
        case .easier: "The next one is a little easier."
        case nil: nil
        }
    }
}

/// What all of a member's games come to.
struct PracticeTotal: Sendable, RowDecodable {
    var game: PracticeGame
    var games: Int
    var won: Int
    var points: Int
    var best: Int
    var streak: Int
    var bestStreak: Int

    init(_ row: inout Row) throws {
        game = try row.next()
        games = try row.next()
        won = try row.next()
        points = try row.next()
        best = try row.next()
        streak = try row.next()
        bestStreak = try row.next()
    }

    /// Of a total `t`.
    static let columns: SQL = """
        t.game, t.games::bigint, t.won::bigint, t.points, t.best::bigint, t.streak::bigint, t.best_streak::bigint
        """
}
