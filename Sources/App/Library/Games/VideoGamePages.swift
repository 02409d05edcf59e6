import HTMLTemplates

struct SearchPage: Page {
    static let template = "library/search"
    /// The largest number of Unicode scalars of a search. The rest of a longer search is ignored.
    static let queryLimit = 100
    static let resultLimit = 30
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
    var found: FoundVideoGames

    static func path(for words: String, in club: Club) -> String {
        club.path + "/library/search" + (words.isEmpty ? "" : "?q=\(words.percentEncoded)")
    }

    init(_ games: [VideoGameEntry], words: String, _ filter: VideoGameFilter, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        action = home + "/search"
        self.words = words
        filters =
            [Choice(value: "", label: "Any way", isChosen: filter.mode == nil)]
            + VideoGameFilter.modes.map {
                Choice(value: $0, label: $1, isChosen: filter.mode == $0)
            }
        (platform, genre, year) = (filter.platform ?? "", filter.genre ?? "", filter.year ?? "")
        isNarrowed = !filter.isEmpty
        found = FoundVideoGames(games, words: words, more: visit.hasIGDB, club: visit.club)
    }
}

/// The results of a search alone. JavaScript loads them while the member types.
struct FoundLive: Page {
    static let template = "library/found"
    var layout: Layout
    var found: FoundVideoGames
}

struct FoundVideoGames: ViewModel {
    var heading: String
    var games: [VideoGameRow]
    var isEmpty: Bool
    /// True if the member searched for a name. False if the member used only filters.
    var isNamed: Bool
    var new: String
    /// Address of the same search at IGDB. Nil if IGDB is not set up, or if there is no name to search for.
    var more: String?

    init(_ games: [VideoGameEntry], words: String, more: Bool = false, club: Club) {
        heading =
            switch games.count {
            case 0: "No games found"
            case _ where words.isEmpty: "Best-known games"
            case 1: "1 game found"
            case SearchPage.resultLimit...: "The \(games.count) closest matches"
            default: "\(games.count) games found"
            }
        self.games = games.map { VideoGameRow($0, club: club) }
        (isEmpty, isNamed) = (games.isEmpty, !words.isEmpty)
        new = club.path + "/library/games/new" + (words.isEmpty ? "" : "?name=\(words.percentEncoded)")
        self.more = more && !words.isEmpty ? club.path + "/library/search/igdb?q=\(words.percentEncoded)" : nil
    }
}

struct VideoGameLink: ViewModel {
    var name: String
    var path: String

    init(name: String, path: String) { (self.name, self.path) = (name, path) }

    /// A link to another site. Its name is the host of the address. Nil if `address` is not an https URL.
    init?(web address: String) {
        guard address.hasPrefix("https://"), case let rest = address.utf8.dropFirst("https://".utf8.count),
            let slash = rest.firstIndex(of: UInt8(ascii: "/")), slash > rest.startIndex,
            rest[..<slash].allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789.-".utf8.contains($0) })
        else { return nil }
        let host = String(Substring(rest[..<slash]))
        (name, path) = (host.hasPrefix("www.") ? String(host.dropFirst("www.".count)) : host, address)
    }
}

struct VideoGameRow: ViewModel {
    var name: String
    var path: String
    /// The most important facts about the game, for example "2017 · Switch, PC".
    var words: String
    /// The list that the game is on, for example "I play". Nil if it is on none of the member's lists.
    var mine: String?
    var cover: VideoGameCover
    var cells = VideoGameCells()

    init(_ game: VideoGameEntry, club: Club) {
        (name, path) = (game.name, VideoGame.path(of: game.id, in: club))
        words = Self.details(game.released, game.platforms)
        mine = game.list?.heading
        cover = VideoGameCover(game.id, game.name, version: game.cover, in: club)
    }

    init(_ listed: ListedVideoGame, club: Club) {
        (name, path) = (listed.name, VideoGame.path(of: listed.entry.game, in: club))
        let record = listed.entry.record
        let ratingAndHours = [record.rating.map { "\($0) of 10" }, record.minutes.map { "\(LibraryForm.hours($0)) h" }]
        let platforms = record.platform.isEmpty ? listed.platforms : [record.platform]
        words = ([Self.details(listed.released, platforms)] + ratingAndHours.compactMap(\.self)).filter { !$0.isEmpty }
            .joined(separator: " · ")
        cover = VideoGameCover(listed.entry.game, listed.name, version: listed.coverVersion, in: club)
        cells = VideoGameCells(listed)
    }

    /// The year and up to three platforms, for example "2017 · Switch, PC".
    static func details(_ released: String?, _ platforms: [String]) -> String {
        let names = platforms.prefix(3).joined(separator: ", ") + (platforms.count > 3 ? " and more" : "")
        return [released.map { String($0.prefix(4)) } ?? "", names].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

struct VideoGameCells: ViewModel {
    var rating = ""
    var hours = ""
    var platform = ""
    var started = ""
    var finished = ""

    init() {}

    init(_ listed: ListedVideoGame) {
        let record = listed.entry.record
        rating = record.rating.map { "\($0)" } ?? ""
        hours = record.minutes.map(LibraryForm.hours) ?? ""
        platform = record.platform
        (started, finished) = (record.started?.description ?? "", record.finished?.description ?? "")
    }
}

struct VideoGamePage: Page {
    static let template = "library/game"
    var layout: Layout
    var clubName: String
    var home: String
    var name: String
    var cover: VideoGameCover
    var facts: [VideoGameFact]
    var description: String?
    /// The average rating and the number of ratings, for example "8.2 of 10, from 5".
    ///
    /// Nil if fewer than three members have rated the game. Also nil if the ratings of only one or two members are hidden from the visitor,
    /// because the visitor could work these ratings out from the average.
    var rating: String?
    var mine: EntryView
    var players: [PlayerRow]
    var hasPlayers: Bool
    var follows: String
    var edit: String?
    var problem: String?
    var videos: String
    var links: [VideoGameLink]
    var similarGames: [VideoGameRow] = []
    var hasSimilarGames = false
    var playerRequests: PlayerRequests?
    /// The form that sends the game to another member. Nil if there is nobody to send it to, or if the club has switched messages off.
    var sharingForm: VideoGameSharingView?
    var requestForm: PlayerRequestView?
    var chat: Chat?
    var live: String
    var fragmentTag = ""

    init(
        _ game: VideoGame, _ totals: VideoGameTotals, _ mine: EntryView, _ players: [VideoGamePlayer], problem: String? = nil,
        visit: MemberVisit
    ) {
        (layout, clubName) = (visit.layout, visit.club.name)
        home = visit.club.path + "/library"
        (name, cover) = (game.name, VideoGameCover(game.id, game.name, version: game.cover, in: visit.club))
        facts = game.facts.list + (game.isOwn ? [VideoGameFact(label: "Added", value: "by a member of \(visit.club.name)")] : [])
        description = game.facts.description.isEmpty ? nil : game.facts.description
        let hiddenRatings = totals.ratings - players.count { $0.rating != nil } - (mine.isRated ? 1 : 0)
        rating =
            totals.ratings < 3 || (1...2).contains(hiddenRatings)
            ? nil : totals.rating.map { "\(FactInput.text(Int(($0 * 10).rounded()), by: 10)) of 10, from \(totals.ratings)" }
        self.mine = mine
        self.players = players.map { PlayerRow($0, club: visit.club) }
        (hasPlayers, follows) = (!players.isEmpty, visit.club.path + "/follows")
        let path = VideoGame.path(of: game.id, in: visit.club)
        edit = game.isChangeable(by: visit) ? path + "/edit" : nil
        self.problem = problem
        videos = "https://www.youtube.com/results?search_query=\((game.name + " gameplay").percentEncoded)"
        links = game.facts.links.compactMap { VideoGameLink(web: $0) }
        live = path + "/live"
    }
}

struct PlayerRequestView: ViewModel {
    var action: String
    var times: [Choice]
    var note: String
    /// Whether the form is unfolded, because its input was refused.
    var isOpen: Bool

    /// - Parameter form: the refused input. If `form` is nil, the form was not sent.
    init(_ form: Form?, of game: ID<VideoGame>, in club: Club) {
        action = VideoGame.path(of: game, in: club) + "/player-request"
        let minutes = form?.number("minutes") ?? 60
        times = PlayerRequestForm.durations.map { Choice(value: "\($0)", label: $1, isChosen: $0 == minutes) }
        (note, isOpen) = (form?.line("note") ?? "", form != nil)
    }
}

struct VideoGameSharingView: ViewModel {
    var action: String
    var idempotencyKey: String
    var people: [Choice]
    var text: String
    var maxLength = ChatMessage.maxLength
    /// Whether the form is unfolded, because its input was refused.
    var isOpen: Bool

    /// - Parameter form: the refused input. If `form` is nil, the form was not sent.
    init(_ form: Form?, to people: [PersonRecord], of game: ID<VideoGame>, in club: Club) {
        action = VideoGame.path(of: game, in: club) + "/shares"
        idempotencyKey = RandomText.make(bytes: 12)
        self.people = people.map {
            Choice(value: $0.id.description, label: $0.displayName, isChosen: $0.id.description == form?["member"])
        }
        (text, isOpen) = (form?.line("text") ?? "", form != nil)
    }
}

struct VideoGameFact: ViewModel {
    var label: String
    var value: String
}

extension VideoGameFacts {
    var list: [VideoGameFact] {
        let facts: [(String, String?)] = [
            ("Released", released?.partialDateLabel), ("Platforms", platforms.joined(separator: ", ")),
            ("Genres", genres.joined(separator: ", ")), ("Players", modes.label),
            ("Time to beat", minutes.map { "about \(LibraryForm.hours($0)) hours" }),
            ("Other names", otherNames.joined(separator: ", ")), ("Source", source),
        ]
        return facts.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : VideoGameFact(label: label, value: $0) } }
    }
}

struct EntryView: ViewModel {
    var action: String
    var removal: String
    var isListed: Bool
    var isRated: Bool
    /// A hash of the stored entry that the form was filled with, so that a conflicting change is noticed. Empty if no entry was stored.
    var fingerprint: String
    /// The member's shelves. A shelf is chosen if the game is on it.
    var shelves: [Choice]
    var shelvesAction: String
    var newShelf: String
    var states: [Choice]
    var ratings: [Choice]
    var fields: [FactField]
    var note: String
    var noteProblem: String?
    var problems: [FieldProblem]
    /// Whether the form is unfolded: the entry has more than a list and a rating, or the input was refused.
    var isOpen: Bool

    /// - Parameters:
    ///   - typed: the refused input. If `typed` is nil, the form was not sent.
    ///   - stored: the member's entry. If `stored` is nil, the game is on none of the member's lists.
    init(_ typed: LibraryForm?, _ stored: MarkedEntry?, _ shelves: [ShelfPlace], of game: VideoGame, in club: Club) {
        let form = typed ?? LibraryForm(stored?.entry)
        action = VideoGame.path(of: game.id, in: club) + "/entry"
        removal = action + "/removal"
        (isListed, isRated) = (stored != nil, stored?.entry.record.rating != nil)
        fingerprint = form.expectedFingerprint ?? stored?.fingerprint ?? ""
        self.shelves = shelves.map { Choice(value: "\($0.shelf)", label: $0.name, isChosen: $0.containsGame) }
        (shelvesAction, newShelf) = (VideoGame.path(of: game.id, in: club) + "/shelves", club.path + "/library/shelves/new")
        states = LibraryEntry.State.allCases.map {
            Choice(value: $0.rawValue, label: $0.heading, isChosen: (typed != nil || stored != nil) && form.state == $0)
        }
        let numbers = (1...10).reversed().map { (number: Int) in
            Choice(value: "\(number)", label: "\(number) of 10", isChosen: form.record.rating == number)
        }
        ratings = [Choice(value: "", label: "Not rated", isChosen: form.record.rating == nil)] + numbers
        let input = form.input
        fields = [
            input.field("platform", "My platform"), input.field("hours", "Hours played", mode: "decimal"),
            input.field("started", "Started", hint: "For example 2026-11-26."), input.field("finished", "Finished"),
        ]
        (note, noteProblem) = (form.record.note, input.problems["note"])
        problems = fields.problems + FieldProblem.list(["note": noteProblem])
        isOpen = !problems.isEmpty || !note.isEmpty || input.texts.values.contains { !$0.isEmpty }
    }
}

struct PlayerRow: ViewModel {
    var person: Person
    var path: String
    var words: String
    var note: String?
    var member: String
    var isFollowed: Bool

    init(_ player: VideoGamePlayer, club: Club) {
        person = player.person.person(in: club)
        path = "\(club.path)/members/\(player.person.handle)"
        words = player.state.thirdPersonLabel + (player.rating.map { ", and gives it \($0) of 10" } ?? "")
        note = player.note.isEmpty ? nil : player.note
        (member, isFollowed) = (player.person.id.description, player.isFollowed)
    }
}

struct VideoGameFormPage: Page {
    static let template = "library/game-form"
    var layout: Layout
    var clubName: String
    var heading: String
    var back: String
    var action: String
    /// Path that deletes the game. Nil if the game is new.
    var removal: String?
    var fields: [FactField]
    var isAlone: Bool
    var description: String
    var descriptionProblem: String?
    /// The form for the cover. Nil if the game is new.
    var cover: CoverForm?
    /// Existing games with the name of the new game. The value of each choice is the path of the game.
    var known: [Choice]
    var hasKnown: Bool
    /// The games that this game can be merged into. Nil if the game is new, or if the member is not an admin.
    var duplicates: VideoGameDuplicates?
    var problems: [FieldProblem]

    /// - Parameters:
    ///   - known: existing games with the name of the new game.
    ///   - pictureProblem: the reason why the uploaded cover was refused.
    init(
        _ form: VideoGameForm, of game: VideoGame?, sameName known: [NamedVideoGame] = [], pictureProblem: String? = nil, visit: MemberVisit
    ) {
        (layout, clubName) = (visit.layout, visit.club.name)
        heading = game == nil ? "Add a game" : "Edit the game"
        let library = visit.club.path + "/library"
        back = game.map { VideoGame.path(of: $0.id, in: visit.club) } ?? library
        action = game.map { VideoGame.path(of: $0.id, in: visit.club) } ?? library + "/games"
        removal = game.map { VideoGame.path(of: $0.id, in: visit.club) + "/removal" }
        fields = form.fields
        isAlone = form.facts.modes.isAlone == true
        (description, descriptionProblem) = (form.facts.description, form.input.problems["description"])
        self.known = known.map {
            Choice(
                value: VideoGame.path(of: $0.id, in: visit.club), label: $0.name, detail: VideoGameRow.details($0.released, $0.platforms))
        }
        hasKnown = !known.isEmpty
        cover = game.map { CoverForm(of: $0, problem: pictureProblem, in: visit.club) }
        problems = fields.problems + FieldProblem.list(["description": descriptionProblem, "picture": pictureProblem])
    }
}
