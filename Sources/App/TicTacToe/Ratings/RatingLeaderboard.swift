import CSV
import FoundationEssentials
import GameRules
import Postgres

struct RatingLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/leaderboards/tic-chat-toe", "Tic Chat Toe", "Player")
    static let home = (path: "/lobby", label: "Lobby")
    static let emptyText = "Nobody is on this leaderboard yet. Both players appear here after a finished game."
    static let explanation = """
        Ratings use Glicko-2. They begin at 1500, and the number after ± says how uncertain they are. Points are the share of all possible \
        points: a win is one point, and a draw is half a point.
        """
    let columns: [LeaderboardColumn<Standing>] = [
        LeaderboardColumn(name: "handle") { .text($0.person.handle) },
        LeaderboardColumn(heading: "Rating", name: "rating", detail: { "±\($0.spread)" }, value: { .number($0.shownScore) }),
        LeaderboardColumn(name: "deviation") { .number($0.spread) },
        LeaderboardColumn(name: "games") { .number($0.games) },
        LeaderboardColumn(heading: "Won", name: "wins") { .number($0.wins) },
        LeaderboardColumn(heading: "Drawn", name: "draws") { .number($0.draws) },
        LeaderboardColumn(heading: "Lost", name: "losses") { .number($0.losses) },
        LeaderboardColumn(heading: "Points", name: "points_percent", unit: " %") { .number($0.ratio) },
    ]
    private static let minimums = [1, 5, 20]

    var variant = TicTacToe.Variant.three
    /// The number of games that a member must have played to be on the leaderboard.
    var minimum = 1
    /// Whether all games count. If it is false, only games of the last 30 days count.
    var isOfAllTime = true

    init(_ visit: MemberVisit) throws {
        if let text = visit.query("variant") {
            guard let variant = TicTacToe.Variant(rawValue: text) else { throw Problem.notFound }
            self.variant = variant
        }
        if let text = visit.query("games") {
            guard let minimum = Int(text), Self.minimums.contains(minimum) else { throw Problem.notFound }
            self.minimum = minimum
        }
        isOfAllTime = visit.query("period") != "30"
    }

    var query: String { "variant=\(variant.rawValue)&games=\(minimum)\(isOfAllTime ? "" : "&period=30")" }
    var caption: String { "By rating, \(variant.rule)" }

    var choices: [LeaderboardChoice<RatingLeaderboard>] {
        func changed(_ change: (inout RatingLeaderboard) -> Void) -> RatingLeaderboard {
            var other = self
            change(&other)
            return other
        }
        return [
            LeaderboardChoice(
                label: "Board", options: TicTacToe.Variant.allCases.map { variant in (variant.name, changed { $0.variant = variant }) }),
            LeaderboardChoice(
                label: "Period",
                options: [("All time", changed { $0.isOfAllTime = true }), ("Last 30 days", changed { $0.isOfAllTime = false })]),
            LeaderboardChoice(
                label: "Games played",
                options: Self.minimums.map { minimum in
                    (minimum == 1 ? "Everybody" : "\(minimum) games or more", changed { $0.minimum = minimum })
                }),
        ]
    }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[Standing]> {
        RatingQueries().leaderboard(self, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<Standing>?>? {
        let minimum = minimum
        return RatingQueries().standing(of: member, on: self).map { own in
            own.map { OwnEntry(entry: $0.standing, better: $0.isRanked && $0.standing.games >= minimum ? $0.better : nil) }
        }
    }
}

struct Standing: LeaderboardEntry, RowDecodable {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    var streak: Int
    var rating: Double
    /// The current Glicko-2 deviation, which says how uncertain the rating is. It grows with every rating period without a game.
    var deviation: Double
    var playedAt: Date

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        wins = try row.next()
        draws = try row.next()
        losses = try row.next()
        streak = try row.next()
        let last = Rating(rating: try row.next(), deviation: try row.next(), volatility: try row.next())
        playedAt = try row.next()
        (rating, deviation) = (last.rating, RatingUpdate.current(last, playedAt: playedAt).deviation)
    }

    /// The columns that `init` decodes. The wins, draws and losses are those of all time. `s` is a row of `ratings`, and `m` is the member
    /// of this row.
    static let columns: SQL = """
        \(PersonRecord.columns(of: "m")), s.wins, s.draws, s.losses, s.streak, s.rating, s.deviation, s.volatility, s.played_at
        """

    /// Like `columns`, but the wins, draws and losses are those of the last 30 days.
    static let recentColumns: SQL = """
        \(PersonRecord.columns(of: "m")), s.recent_wins, s.recent_draws, s.recent_losses, s.streak, s.rating, s.deviation, s.volatility,
        s.played_at
        """

    var score: Double { rating }
    var key: Int { person.id.rawValue }
    var games: Int { wins + draws + losses }

    func name(in club: Club) -> LeaderboardName {
        let note: String? =
            switch streak {
            case 2...: "\(streak) won in a row"
            case ...(-2): "\(-streak) lost in a row"
            default: nil
            }
        return LeaderboardName(
            person: person.person(in: club), text: person.displayName, path: "\(club.path)/members/\(person.handle)", note: note,
            timeLabel: "Played", at: Moment(playedAt))
    }

    /// Half the width of the rating's 95 % confidence interval.
    var spread: Int { Int((1.96 * deviation).rounded()) }

    var ratio: Int { Self.ratio(wins: wins, draws: draws, losses: losses) }

    /// The points that were won, in percent of the possible points. A draw is half a point.
    static func ratio(wins: Int, draws: Int, losses: Int) -> Int {
        let games = wins + draws + losses
        return games == 0 ? 0 : (200 * wins + 100 * draws + games) / (2 * games)
    }
}

struct BoardStanding: RowRecord {
    var standing: Standing
    var variant: TicTacToe.Variant
    var bestStreak: Int

    static let decoder = RowDecoder(BoardStanding.init)
}

struct OwnStanding: RowRecord {
    var standing: Standing
    var isRanked: Bool
    var better: Int

    static let decoder = RowDecoder(OwnStanding.init)
}
