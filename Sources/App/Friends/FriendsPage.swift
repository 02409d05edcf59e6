import HTMLTemplates

struct FriendRow: ViewModel {
    var person: Person
    var member: String
    var profile: String
    var isOnline: Bool
    /// A text such as "2 friends in common, 5 games with you". Nil if the member and the visitor have neither.
    var inCommon: String?
    var removal: String
    var dismissal: String

    init(_ friend: Friend, club: Club) {
        let path = "\(club.path)/follows/\(friend.person.id)"
        person = friend.person.person(in: club)
        member = friend.person.id.description
        profile = "\(club.path)/members/\(friend.person.handle)"
        isOnline = friend.isOnline
        inCommon = Relationship.label(friends: friend.sharedFriends, games: friend.games)
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct FriendsPage: Page {
    static let template = "friends/friends"
    var layout: Layout
    var clubName: String
    var path: String
    var membersPath: String
    var follows: String
    var friends: [FriendRow]
    /// The number of friends in words, for example "3 friends, one of them here now".
    var summary: String
    var hasFriends: Bool
    var requests: [FriendRow]
    var hasRequests: Bool
    var unanswered: [FriendRow]
    var hasUnanswered: Bool
    var suggestions: [FriendRow]
    var hasSuggestions: Bool

    init(visit: MemberVisit, friends: [Friend], requests: [Friend], unanswered: [Friend], suggestions: [Friend]) {
        layout = visit.layout
        clubName = visit.club.name
        path = visit.club.path + "/friends"
        membersPath = visit.club.path + "/members"
        follows = visit.club.path + "/follows"
        self.friends = friends.map { FriendRow($0, club: visit.club) }
        self.requests = requests.map { FriendRow($0, club: visit.club) }
        self.unanswered = unanswered.map { FriendRow($0, club: visit.club) }
        self.suggestions = suggestions.map { FriendRow($0, club: visit.club) }
        summary = Self.summary(of: friends)
        (hasFriends, hasRequests, hasUnanswered) = (!friends.isEmpty, !requests.isEmpty, !unanswered.isEmpty)
        hasSuggestions = !suggestions.isEmpty
    }

    static func summary(of friends: [Friend]) -> String {
        let here = friends.count(where: \.isOnline)
        let words = friends.isEmpty ? "No friends" : friends.count == 1 ? "One friend" : "\(friends.count) friends"
        return words + (here == 0 ? "" : here == friends.count ? ", here now" : ", \(here == 1 ? "one" : "\(here)") of them here now")
    }
}

struct MemberFriendsPage: Page {
    static let template = "friends/member"
    var layout: Layout
    var clubName: String
    var person: Person
    var profile: String
    /// The number of friends in words, for example "3 friends, one of them here now".
    var summary: String
    var avatars: [AvatarLink]

    init(_ member: PersonRecord, friends: [Friend], visit: MemberVisit) {
        let shown = friends.filter { !visit.hidden.contains($0.person.id) }
        layout = visit.layout
        clubName = visit.club.name
        person = member.person(in: visit.club)
        profile = "\(visit.club.path)/members/\(member.handle)"
        summary = FriendsPage.summary(of: shown)
        avatars = shown.map { AvatarLink($0, club: visit.club) }
    }
}

extension AvatarLink {
    init(_ friend: Friend, club: Club) {
        self.init(friend.person, club: club)
        isOnline = friend.isOnline
    }
}
