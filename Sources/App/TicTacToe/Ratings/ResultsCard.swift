import HTMLTemplates
import Postgres

struct ResultsCard: HubCard {
    static let template = "games/card"
    var layout: Layout
    var isMember: Bool
    var lobbyPath: String
    var leaderboardPath: String
    var finished: [GameRow]

    static func query(for visit: ClubVisit) -> Query<[GameRecord]>? { GameQueries().latestFinished(limit: 6) }

    init?(_ finished: [GameRecord], for visit: ClubVisit) {
        let (club, me) = (visit.club, visit.membership?.member)
        layout = visit.layout
        isMember = me != nil
        (lobbyPath, leaderboardPath) = (club.path + "/lobby", club.path + RatingLeaderboard.path)
        self.finished = finished.map { GameRow($0, club: club, me: me, isForMembers: me != nil) }
    }
}
