import HTMLTemplates
import Postgres

struct ProfileFriends: ProfileSection {
    static let template = "friends/profile"
    var person: Person
    var avatars: [AvatarLink]
    /// Path of the page with all friends. Nil if this section already shows all of them.
    var allFriends: String?

    private static let limit = 12

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[Friend]> {
        FriendQueries().friends(of: member, limit: limit + 1)
    }

    init?(_ friends: [Friend], in context: ProfileContext) {
        guard context.shows(Relationship.privacy) else { return nil }
        let club = context.club
        avatars = friends.prefix(Self.limit).filter { !context.visit.hidden.contains($0.person.id) }.map { AvatarLink($0, club: club) }
        guard !avatars.isEmpty else { return nil }
        person = context.profile.person.person(in: club)
        allFriends =
            friends.count <= Self.limit
            ? nil : context.isMe ? club.path + "/friends" : "\(club.path)/members/\(context.profile.person.handle)/friends"
    }
}
