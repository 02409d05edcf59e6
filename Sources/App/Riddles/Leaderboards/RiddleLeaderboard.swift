import CSV
import Postgres

struct RiddleLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/riddles/leaderboard", "Emoji Charades", "Member")
    static let home = (path: "/riddles", label: "Riddles")
    static let emptyText = "Nobody is on this leaderboard yet. Solve a riddle, or send one that is hard to solve."
    static let explanation = """
        You get a point for each riddle that you solve, and for each member who does not solve your riddle. A riddle for the whole club \
        gives you at most one point in that way. A wide screen also shows how many members did not solve your hardest riddle. Your streak \
        is the number of days in a row on which you solved the riddle of the day.
        """

    var measure = RiddleMeasure.points
    /// If this is nil, all members are ranked. Otherwise only this member and their friends are ranked.
    var friendsOf: ID<Member>?
    private let me: ID<Member>

    init(_ visit: MemberVisit) throws {
        me = visit.me
        if let text = visit.query("by") {
            guard let measure = RiddleMeasure(rawValue: text) else { throw Problem.notFound }
            self.measure = measure
        }
        if visit.query("of") == "friends" { friendsOf = visit.me }
    }

    var columns: [LeaderboardColumn<RiddleLeaderboardEntry>] {
        let others = RiddleMeasure.allCases.filter { $0 != measure }
        let numbers = ([measure] + others).map { measure in
            LeaderboardColumn<RiddleLeaderboardEntry>(heading: measure.label, name: measure.rawValue) { .number($0.riddler.score[measure]) }
        }
        return [LeaderboardColumn(name: "handle") { .text($0.riddler.person.handle) }] + numbers + [
            LeaderboardColumn(name: "tried") { .number($0.riddler.score.finished) },
            LeaderboardColumn(heading: "Share solved", name: "solved_percent", unit: " %") { .number($0.riddler.score.share) },
            LeaderboardColumn(heading: "Sent", name: "sent") { .number($0.riddler.score.sent) },
            LeaderboardColumn(heading: "Hardest", name: "hardest") { .number($0.riddler.score.hardestFailed) },
            LeaderboardColumn(heading: "Streak", name: "streak", detail: { "best \($0.riddler.score.bestStreak)" }) {
                .number($0.riddler.score.streak)
            },
            LeaderboardColumn(name: "best_streak") { .number($0.riddler.score.bestStreak) },
        ]
    }

    var query: String { "by=\(measure.rawValue)" + (friendsOf == nil ? "" : "&of=friends") }

    var caption: String { "By \(measure == .points ? "points" : "riddles solved")\(friendsOf == nil ? "" : ", among friends")" }

    var choices: [LeaderboardChoice<RiddleLeaderboard>] {
        func changed(_ change: (inout RiddleLeaderboard) -> Void) -> RiddleLeaderboard {
            var other = self
            change(&other)
            return other
        }
        return [
            LeaderboardChoice(
                label: "By", options: RiddleMeasure.allCases.map { measure in (measure.label, changed { $0.measure = measure }) }),
            LeaderboardChoice(
                label: "Who", options: [("Everybody", changed { $0.friendsOf = nil }), ("Friends", changed { $0.friendsOf = $0.me })]),
        ]
    }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[RiddleLeaderboardEntry]> {
        guard let friendsOf else { return RiddleScoreQueries().leaderboard(by: measure, after: place, limit: limit) }
        return RiddleScoreQueries().leaderboard(by: measure, ofFriendsOf: friendsOf, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<RiddleLeaderboardEntry>?>? {
        let (queries, measure) = (RiddleScoreQueries(), measure)
        let own = friendsOf == nil ? queries.ownPlace(of: member, by: measure) : queries.ownPlaceAmongFriends(of: member, by: measure)
        return own.map { own in
            own.map { OwnEntry(entry: RiddleLeaderboardEntry($0.riddler, by: measure), better: $0.isRanked ? $0.better : nil) }
        }
    }
}

struct RiddleLeaderboardEntry: LeaderboardEntry {
    var riddler: MemberRiddleScore
    var measure: RiddleMeasure

    init(_ riddler: MemberRiddleScore, by measure: RiddleMeasure) { (self.riddler, self.measure) = (riddler, measure) }

    var score: Double { Double(riddler.score[measure]) }
    var key: Int { riddler.person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        let person = riddler.person
        return LeaderboardName(
            person: person.person(in: club), text: person.displayName, path: "\(club.path)/members/\(person.handle)#riddles")
    }
}
