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
    var newShelf: String
    /// What they and the visitor could play, or the visitor and others.
    var together: String
    var leaderboard: String
    /// What the club did last.
    var month: String
    /// All of one's lists, as a table to keep.
    var file: String
    /// Where one sends such a table.
    var importing: String
    /// Whom one follows; what both have.
    var players: String
    var common: String
    /// What they are called on platforms.
    var names: [NameRow]
    var hasNames: Bool
    var list: LibraryList
    var titles: TitleTable
    /// There is nothing on any list.
    var isNew: Bool

    init(
        _ person: PersonRecord, _ list: LibraryList, _ titles: TitleTable, _ names: [PlatformName], isMe: Bool, visit: MemberVisit
    ) {
        (layout, clubName, self.isMe, self.list, self.titles) = (visit.layout, visit.club.name, isMe, list, titles)
        self.person = person.person(in: visit.club)
        profile = "\(visit.club.path)/members/\(person.handle)"
        search = visit.club.path + "/library/search"
        newShelf = visit.club.path + "/library/shelves/new"
        together = TogetherForm.path(with: isMe ? [] : [person.handle], in: visit.club)
        leaderboard = visit.club.path + LibraryLeaderboard.path
        month = LibraryMonth.path(in: visit.club)
        (players, file) = (visit.club.path + "/library/players", visit.club.path + "/library/file")
        importing = visit.club.path + "/library/import"
        common = "\(players)/\(person.handle)/common"
        self.names = names.map { NameRow($0, in: visit.club) }
        hasNames = !names.isEmpty
        isNew = list.isNew
    }
}

/// One of the lists, with how many the others have, and the shelves.
struct LibraryList: ViewModel {
    var heading: String
    var path: String
    var tabs: [TabLink]
    /// The visitor sees none of the lists.
    var isKept: Bool
    var shelves: [ShelfLink]
    var hasShelves: Bool
    var isNew: Bool
    /// Who else sees it; nil: it is not the visitor's.
    var audience: String?
    /// Where one decides that.
    var privacy: String
    /// Where one puts it in order.
    var order: String

    /// - Parameters:
    ///   - visible: the lists that the visitor may see.
    ///   - handle: of the member; nil: it is the visitor.
    init(
        _ state: LibraryEntry.State, _ visible: [LibraryEntry.State], _ totals: [ListTotal], _ shelves: [CountedShelf], of handle: String?,
        in club: Club
    ) {
        let home = club.path + "/library" + (handle.map { "/players/\($0)" } ?? "")
        func address(_ state: LibraryEntry.State) -> String { state == .plays ? home : "\(home)?list=\(state.rawValue)" }
        heading = visible.isEmpty ? "Games" : handle == nil ? state.heading : state.othersHeading
        path = address(state)
        tabs = visible.map { other in
            let count = totals.first { $0.state == other }?.titles ?? 0
            let label = handle == nil ? other.heading : other.othersHeading
            return TabLink(label: count == 0 ? label : "\(label) (\(count))", path: address(other), isHere: other == state)
        }
        self.shelves = shelves.map { ShelfLink($0, club: club) }
        (isKept, hasShelves) = (visible.isEmpty, !shelves.isEmpty)
        isNew = totals.isEmpty
        privacy = "\(club.path)/profile#\(state.privacy.field)"
        order = "\(club.path)/library/order?list=\(state.rawValue)"
    }
}

struct ShelfLink: ViewModel {
    var name: String
    var count: String
    var path: String

    init(_ counted: CountedShelf, club: Club) {
        name = counted.shelf.name
        count = counted.titles == 1 ? "1 game" : "\(counted.titles) games"
        path = Shelf.path(of: counted.shelf.id, in: club)
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
        words = titles.isEmpty ? nil : "You play \(titles.map(\.name).listed)."
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
        guard context.shows(LibraryEntry.State.plays.privacy), !titles.isEmpty else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        isMe = context.isMe
        self.titles = titles.map { TitleRow($0, club: context.club) }
        path = context.club.path + "/library" + (isMe ? "" : "/players/\(context.profile.person.handle)")
    }
}
