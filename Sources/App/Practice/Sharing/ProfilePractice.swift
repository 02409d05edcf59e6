import HTMLTemplates
import Postgres

struct ProfilePractice: ProfileSection {
    static let template = "practice/profile"
    var layout: Layout
    var person: Person
    var isMe: Bool
    /// The name of the group that can see the member's practice. Nil on another member's profile.
    var audience: String?
    var totals: [TotalView]
    var home: String
    var sharing: String
    var leaderboard: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[PracticeTotal]> { PracticeQueries().totals(of: member) }

    init?(_ totals: [PracticeTotal], in context: ProfileContext) {
        guard context.shows(PracticeFeature.practised), !totals.isEmpty else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        isMe = context.isMe
        audience = context.isMe ? context.profile.privacy[PracticeFeature.practised].label : nil
        self.totals = totals.map { TotalView($0) }
        home = context.club.path + "/practice"
        sharing = home + "/sharing"
        leaderboard = context.club.path + PracticeLeaderboard.path
    }
}
