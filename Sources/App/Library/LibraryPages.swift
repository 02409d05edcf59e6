import HTMLTemplates
import Postgres

/// What a member has on their lists.
struct LibraryPage: Page {
    static let template = "library/library"
    var layout: Layout
    var clubName: String
    var isMe: Bool
    var person: Person
    /// Their page.
    var profile: String
    var search: String
    var new: String
    var list: LibraryList
    var isEmpty: Bool
    /// There is nothing on any list.
    var isNew: Bool

    init(_ person: PersonRecord, _ list: LibraryList, isMe: Bool, visit: MemberVisit) {
        (layout, clubName, self.isMe, self.list) = (visit.layout, visit.club.name, isMe, list)
        self.person = person.person(in: visit.club)
        profile = "\(visit.club.path)/members/\(person.handle)"
        search = visit.club.path + "/library/search"
        new = visit.club.path + "/library/titles/new"
        isEmpty = list.titles.isEmpty
        isNew = list.isNew
    }
}

/// One of the lists, with how many the others have.
struct LibraryList: ViewModel {
    var heading: String
    var tabs: [TabLink]
    var titles: [TitleRow]
    var isNew: Bool
    var pager: Pager

    /// - Parameters:
    ///   - found: one more than `size` where there are more.
    ///   - handle: of the member; nil: it is the visitor.
    init(
        _ state: LibraryEntry.State, _ found: [ListedTitle], _ totals: [ListTotal], after place: LibraryPlace?, size: Int,
        of handle: String?, in club: Club
    ) {
        let path = club.path + "/library" + (handle.map { "/players/\($0)" } ?? "")
        func address(_ state: LibraryEntry.State) -> String { state == .plays ? path : "\(path)?list=\(state.rawValue)" }
        heading = handle == nil ? state.heading : state.othersHeading
        tabs = LibraryEntry.State.allCases.map { other in
            let count = totals.first { $0.state == other }?.titles ?? 0
            let label = handle == nil ? other.heading : other.othersHeading
            return TabLink(label: count == 0 ? label : "\(label) (\(count))", path: address(other), isHere: other == state)
        }
        titles = found.prefix(size).map { TitleRow($0, club: club) }
        isNew = totals.isEmpty
        let last = found.count > size ? titles.isEmpty ? nil : found[size - 1] : nil
        let next = last.map { "\(path)?list=\(state.rawValue)&after=\(LibraryPlace($0).text)" }
        pager = Pager(first: place == nil ? nil : address(state), next: next)
    }
}

extension LibraryEntry.State {
    /// The heading of somebody else's list.
    var othersHeading: String {
        switch self {
        case .plays: "Plays"
        case .wants: "Wants to play"
        case .again: "Plays again"
        case .finished: "Finished"
        case .aside: "Put aside"
        }
    }
}

/// Games, on the club's page.
struct LibraryCard: HubCard {
    static let template = "library/card"
    var layout: Layout
    /// "You play Lanternfall."; nil: nothing is on that list.
    var words: String?
    var home: String
    var search: String

    static func query(for visit: ClubVisit) -> Query<[ListedTitle]>? {
        visit.membership.map { LibraryQueries().list(.plays, of: $0.member, after: nil, limit: 2) }
    }

    init?(_ titles: [ListedTitle], for visit: ClubVisit) {
        layout = visit.layout
        words = titles.isEmpty ? nil : "You play \(titles.map(\.name).joined(separator: " and "))."
        home = visit.club.path + "/library"
        search = home + "/search"
    }
}

/// What a member plays, on their profile.
struct ProfileLibrary: ProfileSection {
    static let template = "library/profile"
    var layout: Layout
    var person: Person
    var isMe: Bool
    var titles: [TitleRow]
    var path: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[ListedTitle]> {
        LibraryQueries().list(.plays, of: member, after: nil, limit: 6)
    }

    init?(_ titles: [ListedTitle], in context: ProfileContext) {
        guard context.shows(LibraryFeature.listed), !titles.isEmpty else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        isMe = context.isMe
        self.titles = titles.map { TitleRow($0, club: context.club) }
        path = context.club.path + "/library" + (isMe ? "" : "/players/\(context.profile.person.handle)")
    }
}
