import GameRules
import HTMLTemplates

/// How a member stands on one kind of board.
struct BoardScore: ViewModel {
    var board: String
    var rating: Int
    var spread: Int
    var wins: Int
    var draws: Int
    var losses: Int
    /// Of the points there were to win, in percent.
    var ratio: Int
    /// nil: never two in a row.
    var bestStreak: Int?
    var playedAt: String
    var playedText: String

    init(_ score: BoardStanding) {
        let (standing, played) = (score.standing, Moment(score.standing.playedAt))
        board = score.variant.name
        rating = Ladder.shown(standing.rating)
        spread = standing.spread
        (wins, draws, losses) = (standing.wins, standing.draws, standing.losses)
        bestStreak = score.bestStreak > 1 ? score.bestStreak : nil
        ratio = Standing.ratio(wins: wins, draws: draws, losses: losses)
        (playedAt, playedText) = (played.iso, played.text)
    }
}

struct ProfilePage: Page {
    static let template = "members/profile"
    var layout: Layout
    var clubName: String
    var person: Person
    /// Where their photos are.
    var photosPath: String
    var photos: [PhotoView] = []
    var hasPhotos = false
    var isMe: Bool
    var isAdmin: Bool
    var joinedAt: String
    var joinedText: String
    var about: String?
    var isOnline: Bool
    var seenAt: String?
    var seenText: String
    var tie: TieView
    var friends: [FriendRow] = []
    var hasFriends = false
    var hasMoreFriends = false
    var friendsPath: String
    /// Whether the visitor may see how they play.
    var showsGames = false
    var scores: [BoardScore] = []
    var games: [GameRow] = []
    var hasGames = false
    var member: String
    /// Where to challenge them.
    var challenge: String
    /// Where to write to them; nil: they do not take messages from the visitor.
    var messages: String?
    var blocks: String
    var edit: String

    static let shownFriends = 12

    init(_ profile: Profile, tie: Tie, visit: MemberVisit) {
        let (club, joined, seen) = (visit.club, Moment(profile.joinedAt), profile.seenAt.map { Moment($0) })
        layout = visit.layout
        clubName = club.name
        person = profile.person.person(in: club)
        photosPath = "\(club.path)/photos?of=\(profile.person.handle)"
        isMe = profile.person.id == visit.me
        self.tie = TieView(tie, club: club, member: profile.person.id)
        isAdmin = profile.isAdmin
        (joinedAt, joinedText) = (joined.iso, joined.text)
        isOnline = profile.isOnline || isMe
        (seenAt, seenText) = (nil, seen?.text ?? "")
        friendsPath = club.path + "/friends"
        member = profile.person.id.description
        challenge = "\(club.path)/challenges/new?member=\(member)"
        messages =
            profile.privacy.messages == .club || profile.privacy.messages == .friends && tie.isFriend ? club.path + "/messages" : nil
        blocks = club.path + "/blocks"
        edit = club.path + "/profile"
        about = profile.about.isEmpty || !shows(profile.privacy.about) ? nil : profile.about
        if !isOnline, shows(profile.privacy.seen) { seenAt = seen?.iso }
    }

    private func shows(_ audience: Audience) -> Bool { isMe || audience.includes(tie.isFriend) }

    mutating func show(_ scores: [BoardStanding], _ games: [GameRecord], if audience: Audience, visit: MemberVisit) {
        guard shows(audience) else { return }
        let viewer = isMe ? visit.me : nil
        showsGames = true
        self.scores = scores.map { BoardScore($0) }
        self.games = games.map { GameRow($0, club: visit.club, me: viewer) }
        hasGames = !games.isEmpty
    }

    mutating func show(_ friends: [Friend], if audience: Audience, visit: MemberVisit) {
        guard shows(audience) else { return }
        hasMoreFriends = friends.count > Self.shownFriends && isMe
        self.friends = friends.prefix(Self.shownFriends).filter { !visit.hidden.contains($0.person.id) }
            .map { FriendRow($0, club: visit.club) }
        hasFriends = !self.friends.isEmpty
    }

    mutating func show(_ photos: [Photo], visit: MemberVisit) {
        self.photos = photos.map { PhotoView($0, club: visit.club) }
        hasPhotos = !photos.isEmpty
    }
}

/// What is between the visitor and whose profile it is.
struct TieView: ViewModel {
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

    init(_ tie: Tie, club: Club, member: ID<Member>) {
        isFriend = tie.isFriend
        isFollowed = tie.isFollowed && !tie.isFollower
        isFollower = tie.isFollower && !tie.isFollowed
        canFollow = !tie.isFollower && !tie.isFollowed
        sharedFriends = FriendRow.words(friends: tie.sharedFriends, games: 0)
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

    init(_ form: ProfileForm, visit: MemberVisit) {
        layout = visit.layout
        path = "\(visit.club.path)/members/\(visit.session.username)"
        action = visit.club.path + "/profile"
        (displayName, about) = (form.displayName, form.about)
        (displayNameProblem, aboutProblem) = (form.displayNameProblem, form.aboutProblem)
        audiences = [
            AudienceField("about_for", "About yourself", form.privacy.about),
            AudienceField("games_for", "Your record and your games", form.privacy.games),
            AudienceField("friends_for", "Your friends", form.privacy.friends),
            AudienceField("seen_for", "When you were last here (that you are here now, all can see)", form.privacy.seen),
        ]
        correspondents = Correspondents.allCases.map {
            Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == form.privacy.messages)
        }
        showsReading = form.privacy.showsReading
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
