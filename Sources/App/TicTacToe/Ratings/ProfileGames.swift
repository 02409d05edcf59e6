import GameRules
import HTMLTemplates
import Postgres

struct ProfileRatings: ProfileSection {
    static let template = "games/profile-ratings"
    var ratings: [BoardRating]

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[BoardStanding]> { RatingQueries().ratings(of: member) }

    init?(_ standings: [BoardStanding], in context: ProfileContext) {
        guard context.shows(TicTacToeFeature.played) else { return nil }
        ratings = standings.map { BoardRating($0) }
    }
}

struct BoardRating: ViewModel {
    var board: String
    var rating: Int
    var spread: Int
    var wins: Int
    var draws: Int
    var losses: Int
    /// The points that the member has won, in percent of the possible points.
    var ratio: Int
    /// The largest number of games that the member has won in a row. Nil if the member has never won two games in a row.
    var bestStreak: Int?
    var played: Moment

    init(_ onBoard: BoardStanding) {
        let standing = onBoard.standing
        board = onBoard.variant.name
        rating = LeaderboardCursor.shown(standing.rating)
        spread = standing.spread
        (wins, draws, losses) = (standing.wins, standing.draws, standing.losses)
        bestStreak = onBoard.bestStreak > 1 ? onBoard.bestStreak : nil
        ratio = Standing.ratio(wins: wins, draws: draws, losses: losses)
        played = Moment(standing.playedAt)
    }
}

struct ProfileGames: ProfileSection {
    static let template = "games/profile-games"
    var layout: Layout
    var games: [GameRow]

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[GameRecord]> { GameQueries().finished(of: member, limit: 10) }

    init?(_ games: [GameRecord], in context: ProfileContext) {
        guard !games.isEmpty, context.shows(TicTacToeFeature.played) else { return nil }
        let viewer = context.isMe ? context.visit.me : nil
        layout = context.visit.layout
        self.games = games.map { GameRow($0, club: context.club, me: viewer) }
    }
}
