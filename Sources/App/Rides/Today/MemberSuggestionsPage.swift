import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Groups of suggested members. A member who belongs to several groups is only in the first group.
struct SuggestionGroups {
    static let shown = 12
    let club: Club
    private(set) var all: [SuggestionGroup] = []
    private var listed: Set<ID<Member>> = []

    init(club: Club) { self.club = club }

    mutating func add(_ id: String, _ title: String, at place: String? = nil, _ people: [SuggestedMember]) {
        let new = people.filter { !listed.contains($0.person.id) }.prefix(Self.shown)
        guard !new.isEmpty else { return }
        listed.formUnion(new.map(\.person.id))
        all.append(SuggestionGroup(id: id, title: title, place: place, people: new.map { SuggestionRow($0, club: club) }))
    }
}

struct SuggestionGroup: ViewModel {
    var id: String
    var title: String
    /// The name of the park. Nil if the group is not about a park.
    var place: String?
    var people: [SuggestionRow]
}

struct SuggestionRow: ViewModel {
    var person: Person
    var member: String
    var profile: String
    var since: Moment?
    /// The number of rides in common, for example "7 rides in common". Nil if the suggestion has another reason.
    var rides: String?
    var comparison: String
    /// The address to which the browser goes after it has sent the form. The page there says that the member was asked to be friends.
    var next: String

    init(_ found: SuggestedMember, club: Club) {
        person = found.person.person(in: club)
        member = found.person.id.description
        profile = "\(club.path)/members/\(found.person.handle)"
        since = found.since.map { Moment($0) }
        rides = found.rides == 0 ? nil : found.rides == 1 ? "1 ride in common" : "\(found.rides) rides in common"
        comparison = LapsPage.path(of: found.person.handle, in: club) + "/comparison"
        next = "\(club.path)/parks/people?asked=\(found.person.id)"
    }
}

struct SuggestionHint: ViewModel {
    var words: String
    var label: String
    var path: String
}

struct MemberSuggestionsPage: Page {
    static let template = "rides/people"
    var layout: Layout
    var parks: String
    var follows: String
    var friends: String
    /// The name of the member whom the visitor has just asked to be friends. Nil if there is no such member. `isFriend` is true if that
    /// member had already asked the visitor.
    var asked: String?
    var isFriend = false
    var groups: [SuggestionGroup]
    var isEmpty: Bool
    var hints: [SuggestionHint] = []
    var hasHints = false

    init(_ groups: [SuggestionGroup], visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        (parks, follows, friends) = (club.path + "/parks", club.path + "/follows", club.path + "/friends")
        (self.groups, isEmpty) = (groups, groups.isEmpty)
    }

    mutating func addHints(isHere: Bool, hasHome: Bool, hasRidden: Bool, in club: Club) {
        if !isHere {
            hints.append(SuggestionHint(words: "See who is at the same park as you.", label: "Check in", path: club.path + "/today"))
        }
        if !hasHome {
            hints.append(
                SuggestionHint(
                    words: "See who has the same home park. You choose yours on the page of a park.", label: "Choose a home park",
                    path: parks))
        }
        if !hasRidden {
            hints.append(SuggestionHint(words: "See who has ridden the same rides.", label: "Count a ride", path: parks))
        }
        hasHints = !hints.isEmpty
    }
}
