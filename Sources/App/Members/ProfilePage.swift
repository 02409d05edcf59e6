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
    /// Their picture's file; nil: their initials do.
    var picture: String?
    /// Where their photos are.
    var photosPath: String
    var photos: [PhotoView]
    var hasPhotos: Bool
    var isMe: Bool
    var isAdmin: Bool
    var joinedAt: String
    var joinedText: String
    var about: String?
    var isOnline: Bool
    var seenAt: String?
    var seenText: String
    var scores: [BoardScore]
    var games: [GameRow]
    var hasGames: Bool
    var member: String
    /// Where to challenge them.
    var challenge: String
    var blocks: String
    var edit: String

    init(_ profile: Profile, scores: [BoardStanding], games: [GameRecord], photos: [Photo], visit: MemberVisit) {
        let (club, joined, seen) = (visit.club, Moment(profile.joinedAt), profile.seenAt.map { Moment($0) })
        layout = visit.layout
        clubName = club.name
        person = profile.person.person
        picture = profile.photo.map { "\(club.path)/photos/\($0)/small" }
        photosPath = "\(club.path)/photos?of=\(profile.person.handle)"
        self.photos = photos.map { PhotoView($0, club: club) }
        hasPhotos = !photos.isEmpty
        isMe = profile.person.id == visit.me
        isAdmin = profile.isAdmin
        (joinedAt, joinedText) = (joined.iso, joined.text)
        about = profile.about.isEmpty ? nil : profile.about
        isOnline = profile.isOnline || isMe
        (seenAt, seenText) = (isOnline ? nil : seen?.iso, seen?.text ?? "")
        self.scores = scores.map { BoardScore($0) }
        let viewer = isMe ? visit.me : nil
        self.games = games.map { GameRow($0, club: club, me: viewer) }
        hasGames = !games.isEmpty
        member = profile.person.id.description
        challenge = "\(club.path)/challenges/new?member=\(member)"
        blocks = club.path + "/blocks"
        edit = club.path + "/profile"
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

    init(_ form: ProfileForm, visit: MemberVisit) {
        layout = visit.layout
        path = "\(visit.club.path)/members/\(visit.session.username)"
        action = visit.club.path + "/profile"
        (displayName, about) = (form.displayName, form.about)
        (displayNameProblem, aboutProblem) = (form.displayNameProblem, form.aboutProblem)
        problems = FieldProblem.list(["display_name": displayNameProblem, "about": aboutProblem])
    }
}
