import CSV
import Postgres

/// Who has most points, or has solved most riddles, among all or among friends.
struct RiddleLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/riddles/leaderboard", "Emoji Charades", "Riddler")
    static let home = (path: "/riddles", label: "Riddles")
    static let emptyWords = "Nobody is on this leaderboard yet. Solve a riddle, or send one that is hard to solve."
    static let explanation = """
        A solved riddle is a point for whoever solved it. One that was not is a point for whoever sent it: for each who could not, but one \
        at most where it was for the whole club. A wide screen also shows how many could not solve the hardest of one’s own, and the \
        streak: riddles of the day solved on days in a row, now and at best.
        """

    var measure = RiddleMeasure.points
    /// nil: everybody is ranked, else that member and their friends.
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

    var columns: [LeaderboardColumn<RankedRiddler>] {
        let others = RiddleMeasure.allCases.filter { $0 != measure }
        let numbers = ([measure] + others).map { measure in
            LeaderboardColumn<RankedRiddler>(heading: measure.heading, name: measure.rawValue) { .number($0.riddler.score[measure]) }
        }
        return [LeaderboardColumn(name: "handle") { .text($0.riddler.person.handle) }] + numbers + [
            LeaderboardColumn(name: "tried") { .number($0.riddler.score.finished) },
            LeaderboardColumn(heading: "Of those tried", name: "solved_percent", unit: " %") { .number($0.riddler.score.share) },
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
                label: "By", options: RiddleMeasure.allCases.map { measure in (measure.heading, changed { $0.measure = measure }) }),
            LeaderboardChoice(
                label: "Who", options: [("Everybody", changed { $0.friendsOf = nil }), ("Friends", changed { $0.friendsOf = $0.me })]),
        ]
    }

    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[RankedRiddler]> {
        guard let friendsOf else { return RiddleScoreQueries().leaderboard(by: measure, after: place, limit: limit) }
        return RiddleScoreQueries().leaderboard(by: measure, ofFriendsOf: friendsOf, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<RankedRiddler>?>? {
        let (queries, measure) = (RiddleScoreQueries(), measure)
        let own = friendsOf == nil ? queries.riddler(member, by: measure) : queries.friend(member, by: measure)
        return own.map { own in
            own.map { OwnEntry(entry: RankedRiddler($0.riddler, by: measure), better: $0.isRanked ? $0.better : nil) }
        }
    }
}

/// A member by one of their numbers.
struct RankedRiddler: LeaderboardEntry {
    var riddler: Riddler
    var measure: RiddleMeasure

    init(_ riddler: Riddler, by measure: RiddleMeasure) { (self.riddler, self.measure) = (riddler, measure) }

    var score: Double { Double(riddler.score[measure]) }
    var key: Int { riddler.person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        let person = riddler.person
        return LeaderboardName(
            person: person.person(in: club), text: person.displayName, path: "\(club.path)/members/\(person.handle)#riddles")
    }
}
