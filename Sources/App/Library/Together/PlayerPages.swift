import HTMLTemplates

/// The players whom the visitor follows, with the games that they play and their latest activity.
struct PlayersPage: Page {
    static let template = "library/players"
    var layout: Layout
    var clubName: String
    var home: String
    var players: [FollowedRow]
    var hasPlayers: Bool
    /// True if the visitor may follow more players than the list shows.
    var hasMore: Bool
    var news: [ActivityRow]
    var hasNews: Bool
    var tabs: [TabLink]
    var names: String
    var members: String
    var friends: String
    /// Path that opens a conversation.
    var messages: String
    /// Path of the page on which the visitor chooses who can see their own activity.
    var privacy: String

    init(_ players: [FollowedPlayer], _ news: [LibraryActivity], _ kind: LibraryActivity.Kind?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        self.players = players.filter { !visit.hidden.contains($0.person.id) }.map { FollowedRow($0, visit: visit) }
        (hasPlayers, hasMore) = (!self.players.isEmpty, players.count == PlayerQueries.followedLimit)
        self.news = news.map { ActivityRow($0, in: visit.club) }
        hasNews = !news.isEmpty
        let path = home + "/players"
        tabs =
            [TabLink(label: "All", path: path, isHere: kind == nil)]
            + LibraryActivity.Kind.allCases.map { TabLink(label: $0.label, path: "\(path)?news=\($0.rawValue)", isHere: $0 == kind) }
        (names, members, friends) = (home + "/names", visit.club.path + "/members", visit.club.path + "/friends")
        messages = visit.club.path + "/messages"
        privacy = "\(visit.club.path)/profile#\(LibraryActivity.privacy.field)"
    }
}

struct FollowedRow: ViewModel {
    var person: Person
    var path: String
    var member: String
    /// The games that the player plays now, for example "plays Deep Kitchen and Pier Party". Empty if there are none.
    var playingNow: String
    /// The number of games in common, for example "12 games in common". Nil if there are none.
    var common: String?
    var commonPath: String
    var together: String
    var takesMessages: Bool

    init(_ player: FollowedPlayer, visit: MemberVisit) {
        person = player.person.person(in: visit.club)
        path = "\(visit.club.path)/library/players/\(player.person.handle)"
        member = player.person.id.description
        playingNow = player.plays.isEmpty ? "" : "plays \(player.plays.listed)"
        let count = player.sharedGameCount
        common = count == 0 ? nil : count == 1 ? "1 game in common" : "\(count) games in common"
        commonPath = path + "/common"
        together = TogetherForm.path(with: [player.person.handle], in: visit.club)
        takesMessages = player.takesMessages && visit.club.parts.has(.messages)
    }
}

struct ActivityRow: ViewModel {
    var person: Person
    var player: String
    /// The verb for the activity, for example "has finished".
    var verb: String
    var game: VideoGameLink
    var rating: String?
    var at: Moment
    var cover: VideoGameCover

    init(_ news: LibraryActivity, in club: Club) {
        person = news.person.person(in: club)
        player = "\(club.path)/library/players/\(news.person.handle)"
        game = VideoGameLink(name: news.name, path: VideoGame.path(of: news.game, in: club))
        (rating, at) = (news.rating.map { "\($0) of 10" }, Moment(news.at))
        cover = VideoGameCover(news.game, news.name, version: news.coverVersion, in: club)
        switch news.kind {
        case .started: verb = "has started"
        case .finished: verb = "has finished"
        case .rated: verb = "has rated"
        }
    }
}

struct SharedGamesPage: Page {
    static let template = "library/common"
    var layout: Layout
    var clubName: String
    var person: Person
    var back: String
    let path: String
    var together: String
    var games: [VideoGameRow]
    var isEmpty: Bool
    var pager: Pager

    init(_ person: PersonRecord, _ slice: Slice<ListedVideoGame, VideoGame>, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        self.person = person.person(in: visit.club)
        back = "\(visit.club.path)/library/players/\(person.handle)"
        path = back + "/common"
        together = TogetherForm.path(with: [person.handle], in: visit.club)
        games = slice.rows.map { VideoGameRow($0, club: visit.club) }
        isEmpty = games.isEmpty
        pager = slice.pager(at: path) { $0.entry.game }
    }
}

struct PlatformNamesPage: Page {
    static let template = "library/names"
    var layout: Layout
    var clubName: String
    var back: String
    var action: String
    var names: [PlatformNameRow]
    var platform: String
    var name: String
    var audiences: [Choice]
    var platformProblem, nameProblem: String?
    var problems: [FieldProblem]

    init(_ names: [PlatformName], _ form: PlatformNameForm, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = visit.club.path + "/library/players"
        action = visit.club.path + "/library/names"
        self.names = names.map { PlatformNameRow($0, in: visit.club) }
        (platform, name) = (form.platform, form.name)
        audiences = Choice.audiences(chosen: form.audience)
        (platformProblem, nameProblem) = (form.problems["platform"], form.problems["name"])
        problems = FieldProblem.list(["platform": platformProblem, "name": nameProblem])
    }
}

struct PlatformNameRow: ViewModel {
    var platform: String
    var name: String
    var audience: String
    var removal: String

    init(_ name: PlatformName, in club: Club) {
        (platform, self.name, audience) = (name.platform, name.name, name.audience.visibilityLabel)
        removal = "\(club.path)/library/names/\(name.id)/removal"
    }
}
