import GameRules
import HTMLTemplates
import Hummingbird
import Web

/// Who plays best, on each kind of board.
struct LeaderboardRoutes {
    private let queries = ScoreQueries()
    private static let pageSize = 50

    func add(to site: Site) {
        site.memberGet("/c/:club/leaderboards/tic-chat-toe", show)
        site.memberFile("/c/:club/leaderboards/tic-chat-toe.csv") { visit in
            try visit.spend(.leaderboardFile)
            return LeaderboardFile(try leaderboard(visit), for: visit).response
        }
    }

    /// Which one the address names.
    private func leaderboard(_ visit: MemberVisit) throws -> Leaderboard {
        var leaderboard = Leaderboard()
        if let text = visit.query("variant") {
            guard let variant = TicTacToe.Variant(rawValue: text) else { throw Problem.notFound }
            leaderboard.variant = variant
        }
        if let text = visit.query("games") {
            guard let minimum = Int(text), Leaderboard.minimums.contains(minimum) else { throw Problem.notFound }
            leaderboard.minimum = minimum
        }
        leaderboard.isOfAllTime = visit.query("period") != "30"
        return leaderboard
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let leaderboard = try leaderboard(visit)
        let place = visit.query("after").flatMap { Leaderboard.Place($0) }
        let (standings, mine) = try await visit.read(
            queries.leaderboard(leaderboard, after: place, limit: Self.pageSize + 1), queries.standing(of: visit.me, on: leaderboard))
        let page = LeaderboardPage(visit: visit, leaderboard, after: place, standings, mine: mine, limit: Self.pageSize)
        return try visit.page(page)
    }
}

struct StandingRow: ViewModel {
    var rank: String
    var person: Person
    var isMe: Bool
    var rating: Int
    /// Half the width of the 95 % interval.
    var spread: Int
    var games: Int
    var wins: Int
    var draws: Int
    var losses: Int
    /// Of the points there were to win, in percent.
    var ratio: Int
    var streak: String
    var playedAt: String
    var playedText: String

    init(_ standing: Standing, rank: String, club: Club, me: ID<Member>) {
        self.rank = rank
        person = standing.person.person(in: club)
        isMe = standing.person.id == me
        rating = Leaderboard.shown(standing.rating)
        spread = standing.spread
        (games, wins, draws, losses) = (standing.games, standing.wins, standing.draws, standing.losses)
        ratio = Standing.ratio(wins: wins, draws: draws, losses: losses)
        let played = Moment(standing.playedAt)
        (playedAt, playedText) = (played.iso, played.text)
        streak =
            switch standing.streak {
            case 2...: "\(standing.streak) won in a row"
            case ...(-2): "\(-standing.streak) lost in a row"
            default: ""
            }
    }
}

struct LeaderboardPage: Page {
    static let template = "games/leaderboard"
    var layout: Layout
    var clubName: String
    var lobbyPath: String
    var membersPath: String
    var variants: [TabLink]
    var periods: [TabLink]
    var minimums: [TabLink]
    var rule: String
    var rows: [StandingRow]
    /// My own row where it is not among `rows`.
    var mine: StandingRow?
    var isEmpty: Bool
    var nextPage: String?
    var firstPage: String?
    var file: String

    init(
        visit: MemberVisit, _ leaderboard: Leaderboard, after place: Leaderboard.Place?, _ found: [Standing], mine: OwnStanding?, limit: Int
    ) {
        let standings = Array(found.prefix(limit))
        let ranks = Leaderboard.ranks(of: standings.map(\.rating), after: place)
        let page = visit.club.path + "/leaderboards/tic-chat-toe"
        func query(_ change: (inout Leaderboard) -> Void = { _ in }) -> String {
            var other = leaderboard
            change(&other)
            return "?variant=\(other.variant.rawValue)&games=\(other.minimum)" + (other.isOfAllTime ? "" : "&period=30")
        }
        func path(_ change: (inout Leaderboard) -> Void = { _ in }) -> String { page + query(change) }
        file = page + ".csv" + query()
        layout = visit.layout
        clubName = visit.club.name
        lobbyPath = visit.club.path + "/lobby"
        membersPath = visit.club.path + "/members"
        rule = leaderboard.variant.rule
        variants = TicTacToe.Variant.allCases.map { variant in
            TabLink(label: variant.name, path: path { $0.variant = variant }, isHere: variant == leaderboard.variant)
        }
        periods = [true, false].map { isOfAllTime in
            TabLink(
                label: isOfAllTime ? "All time" : "Last 30 days", path: path { $0.isOfAllTime = isOfAllTime },
                isHere: isOfAllTime == leaderboard.isOfAllTime)
        }
        minimums = Leaderboard.minimums.map { minimum in
            TabLink(
                label: minimum == 1 ? "Everybody" : "From \(minimum) games", path: path { $0.minimum = minimum },
                isHere: minimum == leaderboard.minimum)
        }
        rows = zip(standings, ranks).map { StandingRow($0, rank: "\($1)", club: visit.club, me: visit.me) }
        if let mine, !rows.contains(where: \.isMe) {
            let counts = mine.standing.games >= leaderboard.minimum
            self.mine = StandingRow(mine.standing, rank: counts ? "\(mine.higher + 1)" : "–", club: visit.club, me: visit.me)
        }
        isEmpty = rows.isEmpty && self.mine == nil
        firstPage = place == nil ? nil : path()
        if found.count > limit, let last = standings.last, let rank = ranks.last {
            let end = Leaderboard.Place(
                rating: last.rating, member: last.person.id, count: (place?.count ?? 0) + standings.count, rank: rank)
            nextPage = path() + "&after=\(end.text)"
        }
    }
}

extension RateLimiter.Limit {
    /// Leaderboards as files.
    static let leaderboardFile = RateLimiter.Limit(name: "leaderboard file", burst: 10, secondsPerToken: 10)
}
