import HTMLTemplates
import Postgres

struct ProfileRiddles: ProfileSection {
    static let template = "riddles/profile"
    var layout: Layout
    var person: Person
    /// Nil if there is no score yet, or if the visitor may not see it.
    var score: RiddleScoreView?
    var isEmpty: Bool
    /// Form for a riddle to this member. Nil on the own profile.
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
    /// For example "7 of 10 (70 %)".
    var solved: String
    var sent: Int
    /// Nil if every receiver who has finished a riddle of this member has solved it.
    var hardest: HardestRiddle?
    /// For example "4 days in a row, 9 at best". Nil if no riddle of the day was solved.
    var streak: String?

    init(_ profile: ProfileScore, club: Club) {
        let score = profile.score
        (points, sent) = (score.points, score.sent)
        solved = score.finished == 0 ? "0" : "\(score.solved) of \(score.finished) (\(score.share) %)"
        if score.hardestFailed > 0 { hardest = HardestRiddle(profile, club: club) }
        if score.bestStreak > 0 { streak = Self.words(score.streak, best: score.bestStreak) }
    }

    private static func words(_ streak: Int, best: Int) -> String {
        func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days in a row" }
        return streak == best ? days(streak) : streak == 0 ? "\(days(best)) at best" : "\(days(streak)), \(best) at best"
    }
}

/// The riddle of a member that the most receivers did not solve.
struct HardestRiddle: ViewModel {
    /// Nil if the visitor may not see the riddle, or it was withdrawn.
    var emoji: String?
    var path: String
    var words: String

    init(_ profile: ProfileScore, club: Club) {
        emoji = profile.hardest?.emoji
        path = profile.hardest.map { Riddle.path(of: $0.id, in: club) } ?? ""
        words = profile.score.hardestFailed == 1 ? "One could not solve it" : "\(profile.score.hardestFailed) could not solve it"
    }
}
