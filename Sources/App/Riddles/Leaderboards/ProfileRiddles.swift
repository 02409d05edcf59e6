import HTMLTemplates
import Postgres

struct ProfileRiddles: ProfileSection {
    static let template = "riddles/profile"
    var layout: Layout
    var person: Person
    /// The member's score. Nil if there is no score yet, or if the visitor may not see the score.
    var score: RiddleScoreView?
    var isEmpty: Bool
    /// Path of the form for a riddle to this member. Nil if the visitor is this member.
    var send: String?
    var leaderboard: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<ProfileScore?> {
        RiddleScoreQueries().score(of: member, to: visit.me)
    }

    init?(_ score: ProfileScore?, in context: ProfileContext) {
        let (club, person, isShown) = (context.club, context.profile.person, context.shows(RiddleFeature.solved))
        layout = context.visit.layout
        self.person = person.person(in: club)
        self.score = isShown ? score.map { RiddleScoreView($0, club: club) } : nil
        isEmpty = isShown && score == nil
        send = context.isMe ? nil : "\(club.path)/riddles/new?to=\(person.handle)"
        leaderboard = club.path + RiddleLeaderboard.path
    }
}

struct RiddleScoreView: ViewModel {
    var points: Int
    /// The part of the finished riddles that the member has solved, for example "7 of 10 (70 %)".
    var solved: String
    var sent: Int
    /// The member's hardest riddle. Nil if every receiver who has finished a riddle of this member has solved it.
    var hardest: HardestRiddle?
    /// The days in a row on which the member solved the riddle of the day, for example "4 days in a row, best: 9". Nil if the member has
    /// never solved a riddle of the day.
    var streak: String?

    init(_ profile: ProfileScore, club: Club) {
        let score = profile.score
        (points, sent) = (score.points, score.sent)
        solved = score.finished == 0 ? "0" : "\(score.solved) of \(score.finished) (\(score.share) %)"
        if score.hardestFailed > 0 { hardest = HardestRiddle(profile, club: club) }
        if score.bestStreak > 0 { streak = Self.label(score.streak, best: score.bestStreak) }
    }

    private static func label(_ streak: Int, best: Int) -> String {
        func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days in a row" }
        return streak == best ? days(streak) : streak == 0 ? "Best: \(days(best))" : "\(days(streak)), best: \(best)"
    }
}

/// The riddle of a member that the most receivers did not solve.
struct HardestRiddle: ViewModel {
    /// The emoji of the riddle. Nil if the visitor may not see the riddle, or if the riddle was withdrawn.
    var emoji: String?
    var path: String
    var result: String

    init(_ profile: ProfileScore, club: Club) {
        emoji = profile.hardest?.emoji
        path = profile.hardest.map { Riddle.path(of: $0.id, in: club) } ?? ""
        let failed = profile.score.hardestFailed
        result = failed == 1 ? "One member did not solve it" : "\(failed) members did not solve it"
    }
}
