import HTMLTemplates

/// Titles that are looked for.
struct SearchPage: Page {
    static let template = "library/search"
    /// How much of what is asked counts, in characters.
    static let longest = 100
    /// How many are shown at most.
    static let most = 30
    var layout: Layout
    var clubName: String
    var home: String
    var action: String
    var words: String
    var filters: [Choice]
    var platform: String
    var genre: String
    var year: String
    var isNarrowed: Bool
    var found: FoundTitles

    static func path(for words: String, in club: Club) -> String {
        club.path + "/library/search" + (words.isEmpty ? "" : "?q=\(words.percentEncoded)")
    }

    init(_ titles: [TitleEntry], words: String, _ filter: TitleFilter, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        action = home + "/search"
        self.words = words
        filters =
            [Choice(value: "", label: "Any way", isChosen: filter.mode == nil)]
            + TitleFilter.modes.map {
                Choice(value: $0, label: $1, isChosen: filter.mode == $0)
            }
        (platform, genre, year) = (filter.platform ?? "", filter.genre ?? "", filter.year ?? "")
        isNarrowed = !filter.isEmpty
        found = FoundTitles(titles, words: words, more: visit.hasIGDB, club: visit.club)
    }
}

/// What was found, while somebody types.
struct FoundLive: Page {
    static let template = "library/found"
    var layout: Layout
    var found: FoundTitles
}

struct FoundTitles: ViewModel {
    /// "12 found", "The 30 nearest", "The best known"
    var heading: String
    var titles: [TitleRow]
    var isEmpty: Bool
    /// Something was asked by its name.
    var isNamed: Bool
    /// Where one writes down what is not there.
    var new: String
    /// Where more of it is looked for, at IGDB; nil: nowhere.
    var more: String?

    /// - Parameter more: whether IGDB may be asked.
    init(_ titles: [TitleEntry], words: String, more: Bool = false, club: Club) {
        heading =
            switch titles.count {
            case 0: "None found"
            case _ where words.isEmpty: "The best known"
            case 1: "One found"
            case SearchPage.most...: "The \(titles.count) nearest"
            default: "\(titles.count) found"
            }
        self.titles = titles.map { TitleRow($0, club: club) }
        (isEmpty, isNamed) = (titles.isEmpty, !words.isEmpty)
        new = club.path + "/library/titles/new" + (words.isEmpty ? "" : "?name=\(words.percentEncoded)")
        self.more = more && !words.isEmpty ? club.path + "/library/search/igdb?q=\(words.percentEncoded)" : nil
    }
}

struct TitleLink: ViewModel {
    var name: String
    var path: String

    init(name: String, path: String) { (self.name, self.path) = (name, path) }

    /// To another site, whose name it bears; nil: it is no address of one.
    init?(web address: String) {
        guard let host = address.wholeMatch(of: /https:\/\/(?:www\.)?([a-z0-9.\-]+)\/.*/)?.1 else { return nil }
        (name, path) = (String(host), address)
    }
}

/// A title in a list.
struct TitleRow: ViewModel {
    var name: String
    var path: String
    /// "2017 · Switch, PC"
    var words: String
    /// "I play"; nil: it is on none of the member's lists.
    var mine: String?
    var cover: TitleCover
    /// As a table has it, empty where nothing is known.
    var cells = TitleCells()

    init(_ title: TitleEntry, club: Club) {
        (name, path) = (title.name, Title.path(of: title.id, in: club))
        words = Self.words(title.released, title.platforms)
        mine = title.mine?.heading
        cover = TitleCover(title.id, title.name, version: title.cover, in: club)
    }

    init(_ listed: ListedTitle, club: Club) {
        (name, path) = (listed.name, Title.path(of: listed.entry.title, in: club))
        let record = listed.entry.record
        let of = [record.rating.map { "\($0) of 10" }, record.minutes.map { "\(LibraryForm.hours($0)) h" }]
        let platforms = record.platform.isEmpty ? listed.platforms : [record.platform]
        words = ([Self.words(listed.released, platforms)] + of.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " · ")
        cover = TitleCover(listed.entry.title, listed.name, version: listed.cover, in: club)
        cells = TitleCells(listed)
    }

    /// "2017 · Switch, PC"
    static func words(_ released: String?, _ platforms: [String]) -> String {
        let names = platforms.prefix(3).joined(separator: ", ") + (platforms.count > 3 ? " and more" : "")
        return [released.map { String($0.prefix(4)) } ?? "", names].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

/// What a table says of a title on a list.
struct TitleCells: ViewModel {
    var rating = ""
    var hours = ""
    var platform = ""
    var started = ""
    var finished = ""

    init() {}

    init(_ listed: ListedTitle) {
        let record = listed.entry.record
        rating = record.rating.map { "\($0)" } ?? ""
        hours = record.minutes.map(LibraryForm.hours) ?? ""
        platform = record.platform
        (started, finished) = (record.started?.description ?? "", record.finished?.description ?? "")
    }
}

/// One title, with what one has of it, and who plays it.
struct TitlePage: Page {
    static let template = "library/title"
    var layout: Layout
    var clubName: String
    var home: String
    var name: String
    var cover: TitleCover
    var facts: [TitleFact]
    var description: String?
    /// "8.2 of 10, from 5"; nil: fewer than three have rated it, or so few keep their rating to themselves that it could be told.
    var rating: String?
    var mine: EntryView
    var players: [PlayerRow]
    var hasPlayers: Bool
    /// Where one begins to follow them.
    var follows: String
    /// Where it is changed; nil: not by this member.
    var edit: String?
    var problem: String?
    /// Where videos of it are looked for.
    var videos: String
    /// Where there is more about it.
    var links: [TitleLink]
    /// What those have, too, who have it.
    var alike: [TitleRow] = []
    var hasAlike = false
    var seekers: Seekers?
    /// nil: one follows nobody to whom it could be sent.
    var sending: TitleSending?
    var seeking: SeekingView?
    var chat: Chat?
    /// How the page follows what is said.
    var live: String
    var etag = ""

    init(
        _ title: Title, _ totals: TitleTotals, _ mine: EntryView, _ players: [TitlePlayer], problem: String? = nil, visit: MemberVisit
    ) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        (name, cover) = (title.name, TitleCover(title.id, title.name, version: title.cover, in: visit.club))
        facts = title.facts.list + (title.isOwn ? [TitleFact(label: "Written down", value: "by a member of \(visit.club.name)")] : [])
        description = title.facts.description.isEmpty ? nil : title.facts.description
        let kept = totals.ratings - players.count { $0.rating != nil } - (mine.isRated ? 1 : 0)
        rating =
            totals.ratings < 3 || (1...2).contains(kept)
            ? nil : totals.rating.map { "\(FactInput.text(Int(($0 * 10).rounded()), by: 10)) of 10, from \(totals.ratings)" }
        self.mine = mine
        self.players = players.map { PlayerRow($0, club: visit.club) }
        (hasPlayers, follows) = (!players.isEmpty, visit.club.path + "/follows")
        let path = Title.path(of: title.id, in: visit.club)
        edit = title.isChangeable(by: visit) ? path + "/edit" : nil
        self.problem = problem
        videos = "https://www.youtube.com/results?search_query=\((title.name + " gameplay").percentEncoded)"
        links = title.facts.links.compactMap { TitleLink(web: $0) }
        live = path + "/live"
    }
}

/// Where one looks for players of a title.
struct SeekingView: ViewModel {
    var action: String
    var times: [Choice]
    var note: String
    /// Something is wrong with what was typed.
    var isOpen: Bool

    /// - Parameter form: what was typed; nil: nothing.
    init(_ form: Form?, of title: ID<Title>, in club: Club) {
        action = Title.path(of: title, in: club) + "/seek"
        let minutes = form?.number("minutes") ?? 60
        times = TitleSeekForm.times.map { Choice(value: "\($0)", label: $1, isChosen: $0 == minutes) }
        (note, isOpen) = (form?.line("note") ?? "", form != nil)
    }
}

/// Where a title is put into a message.
struct TitleSending: ViewModel {
    var action: String
    var nonce: String
    var people: [Choice]
    var text: String
    /// Something is wrong with what was typed.
    var isOpen: Bool

    /// - Parameter form: what was typed; nil: nothing.
    init(_ form: Form?, to people: [PersonRecord], of title: ID<Title>, in club: Club) {
        action = Title.path(of: title, in: club) + "/messages"
        nonce = RandomText.make(bytes: 12)
        self.people = people.map {
            Choice(value: $0.id.description, label: $0.displayName, isChosen: $0.id.description == form?["member"])
        }
        (text, isOpen) = (form?.line("text") ?? "", form != nil)
    }
}

struct TitleFact: ViewModel {
    var label: String
    var value: String
}

extension TitleFacts {
    /// All that is known, in the order in which it is read.
    var list: [TitleFact] {
        let facts: [(String, String?)] = [
            ("Released", released?.partialDateWords), ("Platforms", platforms.joined(separator: ", ")),
            ("Genres", genres.joined(separator: ", ")), ("Players", modes.words),
            ("Time to beat", minutes.map { "about \(LibraryForm.hours($0)) hours" }),
            ("Also called", otherNames.joined(separator: ", ")), ("Source", source),
        ]
        return facts.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : TitleFact(label: label, value: $0) } }
    }
}

/// What a member has of a title, as a form.
struct EntryView: ViewModel {
    var action: String
    var removal: String
    var isListed: Bool
    var isRated: Bool
    /// Of what stood there when the form was shown; "": nothing did.
    var mark: String
    /// The member's shelves, with those on which it stands.
    var shelves: [Choice]
    /// Where that is said.
    var shelving: String
    var newShelf: String
    var states: [Choice]
    var ratings: [Choice]
    var fields: [FactField]
    var note: String
    var noteProblem: String?
    var problems: [FieldProblem]
    /// More than the list and the rating is said, or something is wrong with it.
    var isOpen: Bool

    /// - Parameters:
    ///   - typed: what was typed, where something is wrong with it.
    ///   - stored: what the member has of it; nil: nothing.
    init(_ typed: LibraryForm?, _ stored: MarkedEntry?, _ shelves: [ShelfPlace], of title: Title, in club: Club) {
        let form = typed ?? LibraryForm(stored?.entry)
        action = Title.path(of: title.id, in: club) + "/entry"
        removal = action + "/removal"
        (isListed, isRated, mark) = (stored != nil, stored?.entry.record.rating != nil, form.was ?? stored?.mark ?? "")
        self.shelves = shelves.map { Choice(value: "\($0.shelf)", label: $0.name, isChosen: $0.isThere) }
        (shelving, newShelf) = (Title.path(of: title.id, in: club) + "/shelves", club.path + "/library/shelves/new")
        states = LibraryEntry.State.allCases.map {
            Choice(value: $0.rawValue, label: $0.heading, isChosen: (typed != nil || stored != nil) && form.state == $0)
        }
        let numbers = (1...10).reversed().map { (number: Int) in
            Choice(value: "\(number)", label: "\(number) of 10", isChosen: form.record.rating == number)
        }
        ratings = [Choice(value: "", label: "Not rated", isChosen: form.record.rating == nil)] + numbers
        let input = form.input
        fields = [
            input.field("platform", "On what I play it"), input.field("hours", "Hours played", mode: "decimal"),
            input.field("started", "Begun", hint: "A day: 2026-11-26."), input.field("finished", "Finished"),
        ]
        (note, noteProblem) = (form.record.note, input.problems["note"])
        problems = fields.problems + FieldProblem.list(["note": noteProblem])
        isOpen = !problems.isEmpty || !note.isEmpty || input.texts.values.contains { !$0.isEmpty }
    }
}

/// Who plays a title.
struct PlayerRow: ViewModel {
    var person: Person
    var path: String
    /// "Plays it, 8 of 10"
    var words: String
    var note: String?
    var member: String
    var isFollowed: Bool

    init(_ player: TitlePlayer, club: Club) {
        person = player.person.person(in: club)
        path = "\(club.path)/members/\(player.person.handle)"
        words = player.state.words + (player.rating.map { ", and gives it \($0) of 10" } ?? "")
        note = player.note.isEmpty ? nil : player.note
        (member, isFollowed) = (player.person.id.description, player.isFollowed)
    }
}

/// Where one writes a title down, or changes it.
struct TitleFormPage: Page {
    static let template = "library/title-form"
    var layout: Layout
    var clubName: String
    var heading: String
    var back: String
    var action: String
    /// nil: it is a new one.
    var removal: String?
    var fields: [FactField]
    var isAlone: Bool
    var description: String
    var descriptionProblem: String?
    /// nil: it is a new one.
    var cover: CoverForm?
    /// Those of the same name, by their paths, beside which it is a new one.
    var known: [Choice]
    var hasKnown: Bool
    /// nil: it is a new one, or not for the member to put together with another.
    var twins: TitleTwins?
    var problems: [FieldProblem]

    /// - Parameters:
    ///   - known: those of the same name, if it is a new one.
    ///   - pictureProblem: what is wrong with a picture that was sent.
    init(_ form: TitleForm, of title: Title?, beside known: [NamedTitle] = [], pictureProblem: String? = nil, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        heading = title == nil ? "A new title" : "Change the title"
        let library = visit.club.path + "/library"
        back = title.map { Title.path(of: $0.id, in: visit.club) } ?? library
        action = title.map { Title.path(of: $0.id, in: visit.club) } ?? library + "/titles"
        removal = title.map { Title.path(of: $0.id, in: visit.club) + "/removal" }
        fields = form.fields
        isAlone = form.facts.modes.isAlone == true
        (description, descriptionProblem) = (form.facts.description, form.input.problems["description"])
        self.known = known.map {
            Choice(value: Title.path(of: $0.id, in: visit.club), label: $0.name, detail: TitleRow.words($0.released, $0.platforms))
        }
        hasKnown = !known.isEmpty
        cover = title.map { CoverForm(of: $0, problem: pictureProblem, in: visit.club) }
        problems = fields.problems + FieldProblem.list(["description": descriptionProblem, "picture": pictureProblem])
    }
}
