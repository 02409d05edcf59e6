import Calendar
import FoundationEssentials
import Postgres

struct PracticeResult: RowRecord {
    var id: ID<PracticeResult>
    var game: PracticeGame
    /// The level of the game. Nil for a word of the day.
    var level: Int?
    var isWon: Bool
    var isGood: Bool
    var points: Int
    /// The number of guesses or moves.
    var steps: Int
    /// The number of moves of the shortest known solution. Nil for Wordley.
    var least: Int?
    var hints: Int
    var finishedAt: Date
    var taps: TapMeasure

    static let decoder = RowDecoder(PracticeResult.init)

    /// The columns that `init` decodes. `r` is a row of `practice_results`.
    static let columns: SQL = """
        r.id, r.game, r.level::bigint, r.is_won, r.is_good, r.points::bigint, r.steps::bigint, r.least::bigint, r.hints::bigint, r.finished_at,
        \(TapMeasure.columns(of: "r"))
        """
}

/// Measurements of the member's taps on the left half and on the right half of a board.
struct TapMeasure: Sendable, RowDecodable {
    struct Side: Sendable {
        var taps = 0
        /// The sum of the times from one tap to the next, in milliseconds. A tap after a long pause adds nothing.
        var time = 0
        /// The number of taps that did not hit a movable tile.
        var missed = 0

        /// The average number of seconds between taps. It is 0 if there are no taps.
        var pace: Double { taps == 0 ? 0 : Double(time / taps) / 1000 }
    }

    var left = Side()
    var right = Side()

    init() {}

    init(_ row: inout Row) throws {
        left = Side(taps: try row.next(), time: try row.next(), missed: try row.next())
        right = Side(taps: try row.next(), time: try row.next(), missed: try row.next())
    }

    static func columns(of r: SQL) -> SQL {
        """
        \(r).left_taps::bigint, \(r).left_ms, \(r).left_missed::bigint, \(r).right_taps::bigint, \(r).right_ms, \(r).right_missed::bigint
        """
    }
}

/// The games of one day, or of one week that begins on Monday.
struct PracticePeriod: RowRecord {
    var from: CalendarDate
    var isWeek: Bool
    var games: Int
    var good: Int
    /// The average level of the games. Nil if no game had a level.
    var level: Double?
    /// The average number of guesses or moves in solved games. Nil if no game was solved. `least` is the average length of the shortest
    /// known solutions.
    var steps: Double?
    var least: Double?
    /// The average number of seconds between taps on the left half of the board. Nil if no taps were measured there.
    var leftPace: Double?
    var rightPace: Double?
    /// The share of the taps on the left half of the board that hit no movable tile, in percent.
    var leftMissed: Double?
    var rightMissed: Double?

    var hasTaps: Bool { leftPace != nil || rightPace != nil }

    static let decoder = RowDecoder(PracticePeriod.init)
}

struct LevelTotal: RowRecord {
    /// The level of the counted games. Nil for words of the day.
    var level: Int?
    var games: Int
    var won: Int
    var points: Int
    var best: Int

    static let decoder = RowDecoder(LevelTotal.init)
}

struct PlayedTime: Sendable, RowDecodable {
    var startedAt: Date?
    var finishedAt: Date

    init(startedAt: Date?, finishedAt: Date) { (self.startedAt, self.finishedAt) = (startedAt, finishedAt) }

    init(_ row: inout Row) throws {
        startedAt = try row.next()
        finishedAt = try row.next()
    }
}

struct UncountedResult: RowRecord {
    var id: ID<PracticeResult>
    var isGood: Bool

    static let decoder = RowDecoder(UncountedResult.init)
}
