import HTMLTemplates

struct ProfilePage: Page {
    static let template = "members/profile"
    var layout: Layout
    var clubName: String
    var person: Person
    /// Path of the member's photos. Nil if the club has switched photos off.
    var photosPath: String?
    var isMe: Bool
    var isAdmin: Bool
    var joined: Moment
    var about: String?
    var isOnline: Bool
    /// When the member was last online. Nil if the member is online now, or does not let the visitor see this time.
    var seen: Moment?
    var relationship: RelationshipView
    var member: String
    /// Path of the form that challenges the member to a game. Nil if the club has switched games off.
    var challenge: String?
    /// Path that opens a conversation. Nil if the member accepts no messages from the visitor, or if the club has switched messages off.
    var messages: String?
    var block: String
    var edit: String
    var clubPath: String
    var sections: [SectionView]

    init(_ context: ProfileContext, sections: [SectionView]) {
        let (profile, relationship, visit) = (context.profile, context.relationship, context.visit)
        let club = visit.club
        self.sections = sections
        layout = visit.layout
        clubName = club.name
        person = profile.person.person(in: club)
        photosPath =
            club.parts.has(.photos) ? PhotoSelection.member(profile.person.id, handle: profile.person.handle).path(in: club) : nil
        isMe = context.isMe
        self.relationship = RelationshipView(relationship, club: club, member: profile.person.id)
        isAdmin = profile.isAdmin
        joined = Moment(profile.joinedAt)
        isOnline = profile.isOnline || isMe
        member = profile.person.id.description
        challenge = club.parts.has(.play) ? "\(club.path)/challenges/new?member=\(member)" : nil
        let takesMessages = profile.privacy.messages == .club || profile.privacy.messages == .friends && relationship.isFriend
        messages = takesMessages && club.parts.has(.messages) ? club.path + "/messages" : nil
        block = "\(club.path)/members/\(profile.person.handle)/block"
        edit = club.path + "/profile"
        clubPath = club.path
        about = profile.about.isEmpty || !context.shows(MemberFeature.about) ? nil : profile.about
        if !isOnline, context.shows(MemberFeature.seen) { seen = profile.seenAt.map(Moment.init) }
    }
}

/// The relationship between the visitor and the member on a profile page. At most one of the first four properties is true.
struct RelationshipView: ViewModel {
    var isFriend: Bool
    /// True if the visitor has asked to be friends, and waits for an answer.
    var isRequested: Bool
    /// True if the member has asked the visitor to be friends.
    var hasRequested: Bool
    /// True if neither of the two follows the other, so that the visitor can ask to be friends.
    var canFollow: Bool
    /// The number of friends in common, for example "2 friends in common". Nil if there are none.
    var sharedFriends: String?
    var follows: String
    var removal: String

    init(_ relationship: Relationship, club: Club, member: ID<Member>) {
        isFriend = relationship.isFriend
        isRequested = relationship.isFollowed && !relationship.isFollower
        hasRequested = relationship.isFollower && !relationship.isFollowed
        canFollow = !relationship.isFollower && !relationship.isFollowed
        sharedFriends = Relationship.label(friends: relationship.sharedFriends, games: 0)
        (follows, removal) = (club.path + "/follows", "\(club.path)/follows/\(member)/removal")
    }
}

struct ProfileFormPage: Page {
    static let template = "members/form"
    var layout: Layout
    var path: String
    var action: String
    var problems: [FieldProblem]
    var displayName: String
    var about: String
    var displayNameProblem: String?
    var aboutProblem: String?
    var audiences: [AudienceField]
    var correspondents: [Choice]
    var showsReading: Bool
    var isRanked: Bool
    var hasLeaderboards: Bool

    init(_ form: ProfileForm, visit: MemberVisit) {
        layout = visit.layout
        path = "\(visit.club.path)/members/\(visit.session.username)"
        action = visit.club.path + "/profile"
        (displayName, about) = (form.displayName, form.about)
        (displayNameProblem, aboutProblem) = (form.displayNameProblem, form.aboutProblem)
        audiences = PrivacyKind.all(in: visit.club).map { AudienceField($0.field, $0.label, form.privacy[$0]) }
        correspondents = MessageAudience.allCases.map {
            Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == form.privacy.messages)
        }
        (showsReading, isRanked) = (form.privacy.showsReading, form.privacy.isRanked)
        hasLeaderboards = features.contains { !$0.leaderboards.isEmpty && visit.club.parts.has($0.part) }
        problems = FieldProblem.list(["display_name": displayNameProblem, "about": aboutProblem])
    }
}

struct AudienceField: ViewModel {
    var name: String
    var label: String
    var choices: [Choice]

    init(_ name: String, _ label: String, _ chosen: Audience) {
        (self.name, self.label) = (name, label)
        choices = Choice.audiences(chosen: chosen)
    }
}
