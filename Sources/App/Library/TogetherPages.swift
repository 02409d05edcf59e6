import HTMLTemplates
import Postgres

/// What a member and others could play.
struct TogetherPage: Page {
    static let template = "library/together"
    var layout: Layout
    var clubName: String
    var home: String
    var action: String
    var people: [PersonChoice]
    var platform: String
    var isNarrowed: Bool
    /// Where one finds people to follow.
    var members: String
    var hasPeople: Bool
    /// nil: nobody is chosen, or something is wrong.
    var shared: SharedTitles?
    var problem: String?
    var seekers: Seekers?
    /// Those to come of which the member is one.
    var evenings: [EveningRow] = []
    var hasEvenings = false
    var allEvenings: String
    /// How the page follows who looks for players.
    var live: String
    var etag = ""

    init(_ asked: TogetherForm, _ companions: [PersonRecord], _ chosen: [PersonRecord], visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        (home, action) = (visit.club.path + "/library", visit.club.path + "/library/together")
        (live, allEvenings) = (action + "/live", visit.club.path + "/library/evenings")
        let others = companions.filter { person in !chosen.contains { $0.id == person.id } }
        people =
            chosen.map { PersonChoice($0, isChosen: true, in: visit.club) }
            + others.map { PersonChoice($0, isChosen: false, in: visit.club) }
        hasPeople = !people.isEmpty
        (platform, isNarrowed) = (asked.platform ?? "", asked.platform != nil)
        members = visit.club.path + "/members"
    }
}

/// Somebody to tick.
struct PersonChoice: ViewModel {
    var handle: String
    var person: Person
    var isChosen: Bool

    init(_ record: PersonRecord, isChosen: Bool, in club: Club) {
        (handle, person, self.isChosen) = (record.handle, record.person(in: club), isChosen)
    }
}

/// What was found for several to play.
struct SharedTitles: ViewModel {
    /// "12 games for you, Ben and Carmen"
    var heading: String
    var titles: [SharedRow]
    var isEmpty: Bool
    var picked: SharedRow?
    /// Where chance picks one.
    var pick: String
    /// Where an evening is planned: for what was picked, or else for what they vote on.
    var plan: String
    /// All of them want what was picked.
    var isWanted: Bool

    init(_ found: [SharedTitle], _ asked: TogetherForm, with people: [PersonRecord], in club: Club) {
        let count = found.first?.count ?? 0
        let who = (["you"] + people.map(\.displayName)).listed
        heading = "\(count == 0 ? "No game" : count == 1 ? "One game" : "\(count) games") for \(who)"
        titles = found.map { SharedRow($0, players: people.count + 1, in: club) }
        isEmpty = found.isEmpty
        let chosen = found.first(where: \.isPicked)
        picked = chosen.map { SharedRow($0, players: people.count + 1, in: club) }
        isWanted = chosen?.isWanted == true
        pick = asked.path(in: club, isPicking: true)
        plan = asked.planPath(of: chosen?.id, in: club)
    }
}

struct SharedRow: ViewModel {
    var name: String
    var path: String
    /// "2017 · Switch · 8.5 of 10 among you"
    var words: String
    /// "All of you want it", "Nobody knows for how many it is"
    var marks: [String]
    var cover: TitleCover

    init(_ title: SharedTitle, players: Int, in club: Club) {
        (name, path) = (title.name, Title.path(of: title.id, in: club))
        let row = TitleRow.words(title.released, title.platform.map { [$0] } ?? title.platforms)
        let rating = title.rating.map { "\(FactInput.text(Int(($0 * 10).rounded()), by: 10)) of 10 among you" }
        words = [row, rating ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        let wanted = players == 2 ? "You both want it" : "All of you want it"
        marks = (title.isWanted ? [wanted] : []) + (title.isKnown ? [] : ["Nobody knows for how many it is"])
        cover = TitleCover(title.id, title.name, version: title.cover, in: club)
    }
}
