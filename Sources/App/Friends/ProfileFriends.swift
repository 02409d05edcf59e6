import HTMLTemplates
import Postgres

/// Some friends of a member, on their profile.
struct ProfileFriends: ProfileSection {
    static let template = "friends/profile"
    var person: Person
    var faces: [FaceLink]
    /// Where all of them are; nil: here.
    var all: String?

    private static let shown = 12

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[Friend]> {
        FriendQueries().friends(of: member, limit: shown + 1)
    }

    init?(_ friends: [Friend], in context: ProfileContext) {
        guard context.shows(Relationship.privacy) else { return nil }
        let club = context.club
        faces = friends.prefix(Self.shown).filter { !context.visit.hidden.contains($0.person.id) }.map { FaceLink($0, club: club) }
        guard !faces.isEmpty else { return nil }
        person = context.profile.person.person(in: club)
        all =
            friends.count <= Self.shown
            ? nil : context.isMe ? club.path + "/friends" : "\(club.path)/members/\(context.profile.person.handle)/friends"
    }
}
