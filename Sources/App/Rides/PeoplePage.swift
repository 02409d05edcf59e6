import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// People of the club to meet, by what one has in common with them.
struct PeopleRoutes {
    private let queries = PeopleQueries()

    func add(to site: Site) { site.memberGet("/c/:club/parks/people", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (me, hidden, shown) = (visit.me, visit.hidden, MeetingGroups.shown)
        // Whom one has just asked.
        let asked = visit.query("asked").flatMap { ID<Member>($0) } ?? me
        // Each has room for those whom the groups before it may name.
        let (here, neighbours, riders, present, home, hasRidden, person, tie) = try await visit.read(
            queries.here(with: me, hidden: hidden, limit: shown), queries.neighbours(of: me, hidden: hidden, limit: 2 * shown),
            queries.riders(like: me, hidden: hidden, limit: 3 * shown), CheckInQueries().present(me), HomeParkQueries().home(of: me),
            queries.hasRidden(me), DirectoryQueries().person(asked), Relationship.query(of: me, to: asked))
        var groups = MeetingGroups(club: visit.club)
        groups.add("here-now", "Here now", at: present?.park.name, here)
        groups.add("same-home", "The same home park", at: home?.name, neighbours)
        groups.add("same-rides", "The same rides", riders)
        var page = PeoplePage(groups.all, visit: visit)
        page.addHints(isHere: present != nil, hasHome: home != nil, hasRidden: hasRidden, in: visit.club)
        if let person, tie.isFollowed, !hidden.contains(person.id) {
            page.asked = person.displayName
            page.isFriend = tie.isFriend
        }
        return try visit.page(page)
    }
}

/// Groups of people, each of whom stands in the first that has them.
struct MeetingGroups {
    static let shown = 12
    let club: Club
    private(set) var all: [MeetingGroup] = []
    private var known: Set<ID<Member>> = []

    init(club: Club) { self.club = club }

    mutating func add(_ id: String, _ title: String, at place: String? = nil, _ people: [PersonToMeet]) {
        let new = people.filter { !known.contains($0.person.id) }.prefix(Self.shown)
        guard !new.isEmpty else { return }
        known.formUnion(new.map(\.person.id))
        all.append(MeetingGroup(id: id, title: title, place: place, people: new.map { MeetingRow($0, club: club) }))
    }
}

struct MeetingGroup: ViewModel {
    var id: String
    var title: String
    /// The park; nil: it is of none.
    var place: String?
    var people: [MeetingRow]
}

struct MeetingRow: ViewModel {
    var person: Person
    var member: String
    var profile: String
    var since: Moment?
    /// "7 rides in common", and where they are; nil: it is something else.
    var rides: String?
    var comparison: String
    /// Where it is said that one has asked.
    var next: String

    init(_ found: PersonToMeet, club: Club) {
        person = found.person.person(in: club)
        member = found.person.id.description
        profile = "\(club.path)/members/\(found.person.handle)"
        since = found.since.map { Moment($0) }
        rides = found.rides == 0 ? nil : found.rides == 1 ? "1 ride in common" : "\(found.rides) rides in common"
        comparison = LapsPage.path(of: found.person.handle, in: club) + "/comparison"
        next = "\(club.path)/parks/people?asked=\(found.person.id)"
    }
}

/// What one may do to meet more.
struct MeetingHint: ViewModel {
    var words: String
    var label: String
    var path: String
}

struct PeoplePage: Page {
    static let template = "rides/people"
    var layout: Layout
    var parks: String
    var follows: String
    var friends: String
    /// The name of whoever was just asked; nil: nobody.
    var asked: String?
    /// Whether they had asked, too.
    var isFriend = false
    var groups: [MeetingGroup]
    var isEmpty: Bool
    var hints: [MeetingHint] = []
    var hasHints = false

    init(_ groups: [MeetingGroup], visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        (parks, follows, friends) = (club.path + "/parks", club.path + "/follows", club.path + "/friends")
        (self.groups, isEmpty) = (groups, groups.isEmpty)
    }

    mutating func addHints(isHere: Bool, hasHome: Bool, hasRidden: Bool, in club: Club) {
        if !isHere {
            hints.append(MeetingHint(words: "Who is at the park where you are.", label: "Check in", path: club.path + "/today"))
        }
        if !hasHome {
            hints.append(
                MeetingHint(words: "Who has your home park. You choose it on its page.", label: "Choose a home park", path: parks))
        }
        if !hasRidden {
            hints.append(MeetingHint(words: "Who has ridden what you have ridden.", label: "Count a ride", path: parks))
        }
        hasHints = !hints.isEmpty
    }
}
