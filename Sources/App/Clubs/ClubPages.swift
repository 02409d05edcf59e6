import HTMLTemplates

struct ClubCard: ViewModel {
    var name: String
    var path: String
    var home: String
    var hue: Int
    var memberCount: Int
    var memberWord: String
    var isPublic: Bool
    var description: String

    init(_ club: Club) {
        name = club.name
        (path, home) = (club.path, club.home)
        hue = club.hue
        memberCount = club.memberCount
        memberWord = club.memberCount == 1 ? "member" : "members"
        isPublic = club.isPublic
        description = club.description
    }
}

struct HomePage: Page {
    static let template = "home"
    var layout: Layout
    var myClubs: [ClubCard]
    var publicClubs: [ClubCard]
}

struct HueChoice: ViewModel {
    var hue: Int
    var name: String
    var isChosen: Bool

    static func all(chosen hue: Int) -> [HueChoice] {
        ClubForm.hues.map { HueChoice(hue: $0.0, name: $0.1, isChosen: $0.0 == hue) }
    }
}

struct NewClubPage: Page {
    static let template = "clubs/new"
    var layout: Layout
    var problems: [FieldProblem]
    var name: String
    var slug: String
    var description: String
    var isPublic: Bool
    var isPrivate: Bool
    var showsMembers: Bool
    var hues: [HueChoice]
    var nameProblem: String?
    var slugProblem: String?
    var descriptionProblem: String?
    var address: String
    /// The sentence about the limit that prevents the account from creating a club. Nil if the account can create a club.
    var limitMessage: String?

    init(_ club: ClubForm, layout: Layout, address: String, limitMessage: String?) {
        (self.layout, self.address, self.limitMessage) = (layout, address, limitMessage)
        name = club.name
        slug = club.slug
        description = club.description
        isPublic = club.isPublic
        isPrivate = !club.isPublic
        showsMembers = club.showsMembers
        hues = HueChoice.all(chosen: club.hue)
        nameProblem = club.nameProblem
        slugProblem = club.slugProblem
        descriptionProblem = club.descriptionProblem
        problems = FieldProblem.list(["name": nameProblem, "slug": slugProblem, "description": descriptionProblem])
    }
}

struct ClubSettingsPage: Page {
    static let template = "clubs/settings"
    var layout: Layout
    var clubPath: String
    var problems: [FieldProblem]
    var name: String
    var description: String
    var isPublic: Bool
    var isPrivate: Bool
    var showsMembers: Bool
    var hues: [HueChoice]
    var chatDays: [Choice]
    var zones: [Choice]
    var nameProblem: String?
    var descriptionProblem: String?
    var timeZoneProblem: String?

    init(_ club: ClubForm, zones: [Choice], layout: Layout, clubPath: String) {
        self.layout = layout
        self.clubPath = clubPath
        (name, description, isPublic, isPrivate) = (club.name, club.description, club.isPublic, !club.isPublic)
        showsMembers = club.showsMembers
        hues = HueChoice.all(chosen: club.hue)
        chatDays = ClubForm.chatDayChoices.map { days in
            Choice(
                value: days.map(String.init) ?? "", label: days.map { $0 == 365 ? "A year" : "\($0) days" } ?? "Forever",
                isChosen: days == club.chatDays)
        }
        self.zones = zones
        (nameProblem, descriptionProblem, timeZoneProblem) = (club.nameProblem, club.descriptionProblem, club.timeZoneProblem)
        problems = FieldProblem.list(["name": nameProblem, "description": descriptionProblem, "time_zone": timeZoneProblem])
    }
}

struct MemberRow: ViewModel {
    var person: Person
    var profile: String?
    var isAdmin: Bool
    var isOnline: Bool
    var isMe: Bool
    /// The results of the member's games, for example "1 won, 0 drawn, 2 lost". Nil if the club has switched games off, or if the member
    /// does not share their games.
    var games: String?
    var joined: Moment

    init(_ record: MemberRecord, club: Club, me: ID<Member>?) {
        person = record.person.person(in: me == nil ? nil : club)
        profile = me == nil ? nil : "\(club.path)/members/\(record.person.handle)"
        // The handle is also the username for signing in, so visitors do not see it.
        if me == nil { person.handle = "" }
        isAdmin = record.isAdmin
        isMe = record.person.id == me
        isOnline = record.isOnline || isMe
        let isShown = club.parts.has(.play) && (isMe || !record.isPrivate)
        games = isShown ? "\(record.wins) won, \(record.draws) drawn, \(record.losses) lost" : nil
        joined = Moment(record.joinedAt)
    }
}

struct ClubPage: Page {
    static let template = "clubs/club"
    var layout: Layout
    var club: ClubCard
    var isMember: Bool
    var isAdmin: Bool
    var canJoin: Bool
    var limitMessage: String?
    var lobbyPath: String?
    var invitation: String?
    var cards: [SectionView]
    var founded: Moment
    /// The time at which the visitor's membership will end. Nil if the visitor is not a member, or has not decided to leave.
    var leaving: Moment?
    /// Whether the visitor is the only member. The page then shows the invitation first.
    var isNew: Bool

    init(_ visit: ClubVisit, invitation: String?, cards: [SectionView]) {
        let club = visit.club
        layout = visit.layout
        self.club = ClubCard(club)
        (isMember, isAdmin) = (visit.membership != nil, visit.membership?.isAdmin ?? false)
        limitMessage = isMember || !club.isPublic ? nil : visit.visit.joinLimitMessage(for: club)
        canJoin = visit.visit.session != nil && !isMember && club.isPublic && limitMessage == nil
        lobbyPath = isMember && club.parts.has(.play) ? club.path + "/lobby" : nil
        self.invitation = invitation
        self.cards = cards
        founded = Moment(club.createdAt)
        leaving = visit.membership?.leavingAt.map(Moment.init)
        isNew = isMember && club.memberCount == 1
    }
}

struct ClubPartsPage: Page {
    static let template = "clubs/parts"
    var layout: Layout
    var clubName: String
    var clubPath: String
    var action: String
    var order: String
    var parts: [PartRow]

    struct PartRow: ViewModel {
        var name: String
        var label: String
        var icon: String
        /// The description of the part. Nil if the part cannot be switched off.
        var purpose: String?
        var isOn: Bool
        var isFirst: Bool
        var isLast: Bool
    }

    init(_ visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        clubName = club.name
        (clubPath, action) = (club.path + "/", club.path + "/parts")
        order = club.parts.all.map(\.name).joined(separator: ",")
        parts = club.parts.all.enumerated().map { index, part in
            PartRow(
                name: part.name, label: part.label, icon: part.icon, purpose: part.purpose, isOn: club.parts.has(part), isFirst: index == 0,
                isLast: index == club.parts.all.count - 1)
        }
    }
}

struct MembersPage: Page {
    static let template = "clubs/members"
    var layout: Layout
    var club: ClubCard
    var members: [MemberRow]
    var pager: Pager
    var isMember: Bool
}

struct RenewInvitationPage: Page {
    static let template = "clubs/renewal"
    var layout: Layout
    var clubName: String
    var clubPath: String
}
