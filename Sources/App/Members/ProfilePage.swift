import HTMLTemplates

struct ProfilePage: Page {
    static let template = "members/profile"
    var layout: Layout
    var clubName: String
    var person: Person
    /// Where their photos are; nil: the club has none.
    var photosPath: String?
    var isMe: Bool
    var isAdmin: Bool
    var joined: Moment
    var about: String?
    var isOnline: Bool
    /// When they were last here; nil: now, or it is not told.
    var seen: Moment?
    var tie: RelationshipView
    var member: String
    /// Where to challenge them; nil: nobody plays here.
    var challenge: String?
    /// Where to write to them; nil: they do not take messages from the visitor.
    var messages: String?
    /// Where to block them.
    var block: String
    var edit: String
    var clubPath: String
    /// What the features add.
    var sections: [SectionView]

    init(_ context: ProfileContext, sections: [SectionView]) {
        let (profile, tie, visit) = (context.profile, context.tie, context.visit)
        let club = visit.club
        self.sections = sections
        layout = visit.layout
        clubName = club.name
        person = profile.person.person(in: club)
        photosPath =
            club.parts.has(.photos) ? PhotoSelection.member(profile.person.id, handle: profile.person.handle).path(in: club) : nil
        isMe = context.isMe
        self.tie = RelationshipView(tie, club: club, member: profile.person.id)
        isAdmin = profile.isAdmin
        joined = Moment(profile.joinedAt)
        isOnline = profile.isOnline || isMe
        member = profile.person.id.description
        challenge = club.parts.has(.play) ? "\(club.path)/challenges/new?member=\(member)" : nil
        let takesMessages = profile.privacy.messages == .club || profile.privacy.messages == .friends && tie.isFriend
        messages = takesMessages && club.parts.has(.messages) ? club.path + "/messages" : nil
        block = "\(club.path)/members/\(profile.person.handle)/block"
        edit = club.path + "/profile"
        clubPath = club.path
        about = profile.about.isEmpty || !context.shows(MemberFeature.about) ? nil : profile.about
        if !isOnline, context.shows(MemberFeature.seen) { seen = profile.seenAt.map(Moment.init) }
    }
}

/// What is between the visitor and whose profile it is.
struct RelationshipView: ViewModel {
    var isFriend: Bool
    /// The visitor follows them, and waits.
    var isFollowed: Bool
    /// They would like to be friends.
    var isFollower: Bool
    /// There is nothing between them yet.
    var canFollow: Bool
    /// "2 friends in common"; nil: none.
    var sharedFriends: String?
    var follows: String
    var removal: String

    init(_ tie: Relationship, club: Club, member: ID<Member>) {
        isFriend = tie.isFriend
        isFollowed = tie.isFollowed && !tie.isFollower
        isFollower = tie.isFollower && !tie.isFollowed
        canFollow = !tie.isFollower && !tie.isFollowed
        sharedFriends = Relationship.words(friends: tie.sharedFriends, games: 0)
        (follows, removal) = (club.path + "/follows", "\(club.path)/follows/\(member)/removal")
    }
}

struct ProfileFormPage: Page {
    static let template = "members/form"
    var layout: Layout
    /// The profile itself.
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
        correspondents = Correspondents.allCases.map {
            Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == form.privacy.messages)
        }
        (showsReading, isRanked) = (form.privacy.showsReading, form.privacy.isRanked)
        hasLeaderboards = features.contains { !$0.leaderboards.isEmpty && visit.club.parts.has($0.part) }
        problems = FieldProblem.list(["display_name": displayNameProblem, "about": aboutProblem])
    }
}

/// A choice of who sees something.
struct AudienceField: ViewModel {
    var name: String
    var label: String
    var choices: [Choice]

    init(_ name: String, _ label: String, _ chosen: Audience) {
        (self.name, self.label) = (name, label)
        choices = Choice.audiences(chosen: chosen)
    }
}
