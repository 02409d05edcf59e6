import HTMLTemplates

/// Whom a member follows, what those play, and what they did last.
struct PlayersPage: Page {
    static let template = "library/players"
    var layout: Layout
    var clubName: String
    var home: String
    var players: [FollowedRow]
    var hasPlayers: Bool
    /// Not all of them stand there.
    var hasMore: Bool
    var news: [NewsRow]
    var hasNews: Bool
    var tabs: [TabLink]
    var names: String
    /// Where one finds people.
    var members: String
    var friends: String
    /// Where one writes to somebody.
    var messages: String
    /// Where one decides who hears of one's own.
    var privacy: String

    init(_ players: [FollowedPlayer], _ news: [LibraryNews], _ kind: LibraryNews.Kind?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        self.players = players.map { FollowedRow($0, visit: visit) }
        (hasPlayers, hasMore) = (!players.isEmpty, players.count == PlayerQueries.shown)
        self.news = news.map { NewsRow($0, in: visit.club) }
        hasNews = !news.isEmpty
        let path = home + "/players"
        tabs =
            [TabLink(label: "All", path: path, isHere: kind == nil)]
            + LibraryNews.Kind.allCases.map { TabLink(label: $0.label, path: "\(path)?news=\($0.rawValue)", isHere: $0 == kind) }
        (names, members, friends) = (home + "/names", visit.club.path + "/members", visit.club.path + "/friends")
        messages = visit.club.path + "/messages"
        privacy = "\(visit.club.path)/profile#\(LibraryNews.privacy.field)"
    }
}

struct FollowedRow: ViewModel {
    var person: Person
    var path: String
    var member: String
    /// "plays Deep Kitchen and Pier Party"
    var words: String
    /// "12 games in common"; nil: none.
    var common: String?
    var commonPath: String
    var together: String
    var takesMessages: Bool

    init(_ player: FollowedPlayer, visit: MemberVisit) {
        person = player.person.person(in: visit.club)
        path = "\(visit.club.path)/library/players/\(player.person.handle)"
        member = player.person.id.description
        words = player.plays.isEmpty ? "" : "plays \(player.plays.listed)"
        common = player.common == 0 ? nil : player.common == 1 ? "One game in common" : "\(player.common) games in common"
        commonPath = path + "/common"
        together = TogetherForm.path(with: [player.person.handle], in: visit.club)
        takesMessages = player.takesMessages && visit.club.parts.has(.messages)
    }
}

/// What somebody did last with a title.
struct NewsRow: ViewModel {
    var person: Person
    var player: String
    /// "has finished"
    var words: String
    var title: TitleLink
    var rating: String?
    var at: Moment
    var cover: TitleCover

    init(_ news: LibraryNews, in club: Club) {
        person = news.person.person(in: club)
        player = "\(club.path)/library/players/\(news.person.handle)"
        title = TitleLink(name: news.name, path: Title.path(of: news.title, in: club))
        (rating, at) = (news.rating.map { "\($0) of 10" }, Moment(news.at))
        cover = TitleCover(news.title, news.name, version: news.cover, in: club)
        switch news.kind {
        case .started: words = "has started"
        case .finished: words = "has finished"
        case .rated: words = "has rated"
        }
    }
}

/// What both have.
struct CommonPage: Page {
    static let template = "library/common"
    var layout: Layout
    var clubName: String
    var person: Person
    var back: String
    let path: String
    var together: String
    var titles: [TitleRow]
    var isEmpty: Bool
    var pager: Pager

    init(_ person: PersonRecord, _ slice: Slice<ListedTitle, Title>, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        self.person = person.person(in: visit.club)
        back = "\(visit.club.path)/library/players/\(person.handle)"
        path = back + "/common"
        together = TogetherForm.path(with: [person.handle], in: visit.club)
        titles = slice.rows.map { TitleRow($0, club: visit.club) }
        isEmpty = titles.isEmpty
        pager = slice.pager(at: path) { $0.entry.title }
    }
}

/// What a member is called on platforms.
struct NamesPage: Page {
    static let template = "library/names"
    var layout: Layout
    var clubName: String
    var back: String
    var action: String
    var names: [NameRow]
    var platform: String
    var name: String
    var audiences: [Choice]
    var platformProblem, nameProblem: String?
    var problems: [FieldProblem]

    init(_ names: [PlatformName], _ form: PlatformNameForm, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        back = visit.club.path + "/library/players"
        action = visit.club.path + "/library/names"
        self.names = names.map { NameRow($0, in: visit.club) }
        (platform, name) = (form.platform, form.name)
        audiences = Choice.audiences(chosen: form.audience)
        (platformProblem, nameProblem) = (form.problems["platform"], form.problems["name"])
        problems = FieldProblem.list(["platform": platformProblem, "name": nameProblem])
    }
}

struct NameRow: ViewModel {
    var platform: String
    var name: String
    var audience: String
    var removal: String

    init(_ name: PlatformName, in club: Club) {
        (platform, self.name, audience) = (name.platform, name.name, name.audience.sightWords)
        removal = "\(club.path)/library/names/\(name.id)/removal"
    }
}
