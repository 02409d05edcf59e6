import HTMLTemplates
import Postgres

struct TogetherPage: Page {
    static let template = "library/together"
    var layout: Layout
    var clubName: String
    var home: String
    var action: String
    var people: [PersonChoice]
    var platform: String
    var isNarrowed: Bool
    var members: String
    var hasPeople: Bool
    /// The games that the group can play. Nil if no other player is chosen, or if there is a problem.
    var shared: SharedVideoGames?
    var problem: String?
    var playerRequests: PlayerRequests?
    /// Upcoming evenings of which the visitor is the host or a guest.
    var evenings: [EveningRow] = []
    var hasEvenings = false
    var allEvenings: String
    /// Path of the player requests, which the page polls.
    var live: String
    var fragmentTag = ""

    init(_ asked: TogetherForm, _ playPartners: [PersonRecord], _ chosen: [PersonRecord], visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        (home, action) = (visit.club.path + "/library", visit.club.path + "/library/together")
        (live, allEvenings) = (action + "/live", visit.club.path + "/library/evenings")
        let others = playPartners.filter { person in !chosen.contains { $0.id == person.id } }
        people =
            chosen.map { PersonChoice($0, isChosen: true, in: visit.club) }
            + others.map { PersonChoice($0, isChosen: false, in: visit.club) }
        hasPeople = !people.isEmpty
        (platform, isNarrowed) = (asked.platform ?? "", asked.platform != nil)
        members = visit.club.path + "/members"
    }
}

struct PersonChoice: ViewModel {
    var handle: String
    var person: Person
    var isChosen: Bool

    init(_ record: PersonRecord, isChosen: Bool, in club: Club) {
        (handle, person, self.isChosen) = (record.handle, record.person(in: club), isChosen)
    }
}

struct SharedVideoGames: ViewModel {
    /// The number of games and the players, for example "12 games for you, Ben and Carmen".
    var heading: String
    var games: [SharedVideoGameRow]
    var isEmpty: Bool
    var picked: SharedVideoGameRow?
    var pick: String
    /// Path of the page that plans an evening with the picked game. If no game is picked, the evening has a vote.
    var plan: String
    /// True if everybody in the group wants to play the picked game.
    var isWanted: Bool

    init(_ found: [SharedVideoGame], _ asked: TogetherForm, with people: [PersonRecord], in club: Club) {
        let count = found.first?.totalCount ?? 0
        let who = (["you"] + people.map(\.displayName)).listed
        heading = "\(count == 0 ? "No game" : count == 1 ? "One game" : "\(count) games") for \(who)"
        games = found.map { SharedVideoGameRow($0, players: people.count + 1, in: club) }
        isEmpty = found.isEmpty
        let chosen = found.first(where: \.isPicked)
        picked = chosen.map { SharedVideoGameRow($0, players: people.count + 1, in: club) }
        isWanted = chosen?.isWanted == true
        pick = asked.path(in: club, isPicking: true)
        plan = asked.planPath(of: chosen?.id, in: club)
    }
}

struct SharedVideoGameRow: ViewModel {
    var name: String
    var path: String
    /// The year, the platforms and the group's rating, for example "2017 · Switch · 8.5 of 10 among you".
    var details: String
    /// Remarks about the game and the group, for example "All of you want it" or "Nobody knows for how many it is".
    var marks: [String]
    var cover: VideoGameCover

    init(_ game: SharedVideoGame, players: Int, in club: Club) {
        (name, path) = (game.name, VideoGame.path(of: game.id, in: club))
        let row = VideoGameRow.details(game.released, game.platform.map { [$0] } ?? game.platforms)
        let rating = game.rating.map { "\(FactInput.text(Int(($0 * 10).rounded()), by: 10)) of 10 on average" }
        details = [row, rating ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        let wanted = players == 2 ? "You both want it" : "All of you want it"
        marks = (game.isWanted ? [wanted] : []) + (game.supportsPlayerCount ? [] : ["Number of players not known"])
        cover = VideoGameCover(game.id, game.name, version: game.coverVersion, in: club)
    }
}
