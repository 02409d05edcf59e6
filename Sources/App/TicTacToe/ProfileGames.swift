import GameRules
import HTMLTemplates
import Postgres

/// How a member stands on each kind of board, on their profile.
struct ProfileScores: ProfileSection {
    static let template = "games/profile-scores"
    var scores: [BoardScore]

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[BoardStanding]> { ScoreQueries().scores(of: member) }

    init?(_ scores: [BoardStanding], in context: ProfileContext) {
        guard context.shows(TicTacToeFeature.played) else { return nil }
        self.scores = scores.map { BoardScore($0) }
    }
}

/// How a member stands on one kind of board.
struct BoardScore: ViewModel {
    var board: String
    var rating: Int
    var spread: Int
    var wins: Int
    var draws: Int
    var losses: Int
    /// Of the points there were to win, in percent.
    var ratio: Int
    /// nil: never two in a row.
    var bestStreak: Int?
    var played: Moment

    init(_ score: BoardStanding) {
        let standing = score.standing
        board = score.variant.name
        rating = LeaderboardPlace.shown(standing.rating)
        spread = standing.spread
        (wins, draws, losses) = (standing.wins, standing.draws, standing.losses)
        bestStreak = score.bestStreak > 1 ? score.bestStreak : nil
        ratio = Standing.ratio(wins: wins, draws: draws, losses: losses)
        played = Moment(standing.playedAt)
    }
}

/// The last games of a member, on their profile.
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
