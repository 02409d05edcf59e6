import HTMLTemplates
import Postgres

struct LibraryPage: Page {
    static let template = "library/library"
    var layout: Layout
    var clubName: String
    var isMe: Bool
    var person: Person
    var profile: String
    var search: String
    var newShelf: String
    /// Path of the page that finds games for the visitor and this member, or for the visitor and others.
    var together: String
    var leaderboard: String
    var month: String
    var file: String
    var importing: String
    var players: String
    var common: String
    var names: [PlatformNameRow]
    var hasNames: Bool
    var list: LibraryList
    var games: VideoGameTable
    /// True if all lists are empty.
    var isNew: Bool

    init(
        _ person: PersonRecord, _ list: LibraryList, _ games: VideoGameTable, _ names: [PlatformName], isMe: Bool, visit: MemberVisit
    ) {
        (layout, clubName, self.isMe, self.list, self.games) = (visit.layout, visit.club.name, isMe, list, games)
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
        self.names = names.map { PlatformNameRow($0, in: visit.club) }
        hasNames = !names.isEmpty
        isNew = list.isNew
    }
}

struct LibraryList: ViewModel {
    var heading: String
    var path: String
    var tabs: [TabLink]
    /// True if the visitor can see none of the lists.
    var isHidden: Bool
    var shelves: [ShelfLink]
    var hasShelves: Bool
    var isNew: Bool
    /// A sentence about who can see the list. Nil if the list belongs to another member.
    var audience: String?
    var privacy: String
    var order: String

    /// - Parameters:
    ///   - visible: the lists that the visitor can see.
    ///   - handle: the member's handle. If `handle` is nil, the member is the visitor.
    init(
        _ state: LibraryEntry.State, _ visible: [LibraryEntry.State], _ totals: [ListTotal], _ shelves: [CountedShelf], of handle: String?,
        in club: Club
    ) {
        let home = club.path + "/library" + (handle.map { "/players/\($0)" } ?? "")
        func address(_ state: LibraryEntry.State) -> String { state == .plays ? home : "\(home)?list=\(state.rawValue)" }
        heading = visible.isEmpty ? "Games" : handle == nil ? state.heading : state.othersHeading
        path = address(state)
        tabs = visible.map { other in
            let count = totals.first { $0.state == other }?.games ?? 0
            let label = handle == nil ? other.heading : other.othersHeading
            return TabLink(label: count == 0 ? label : "\(label) (\(count))", path: address(other), isHere: other == state)
        }
        self.shelves = shelves.map { ShelfLink($0, club: club) }
        (isHidden, hasShelves) = (visible.isEmpty, !shelves.isEmpty)
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
        count = counted.games == 1 ? "1 game" : "\(counted.games) games"
        path = Shelf.path(of: counted.shelf.id, in: club)
    }
}

struct LibraryCard: HubCard {
    static let template = "library/card"
    var layout: Layout
    /// The games that the visitor plays now, for example "You play Lanternfall.". Nil if there are none.
    var summary: String?
    var home: String
    var search: String

    static func query(for visit: ClubVisit) -> Query<[ListedVideoGame]>? {
        visit.membership.map { LibraryQueries().list(.plays, of: $0.member, after: nil, limit: 2) }
    }

    init?(_ games: [ListedVideoGame], for visit: ClubVisit) {
        layout = visit.layout
        summary = games.isEmpty ? nil : "You play \(games.map(\.name).listed)."
        home = visit.club.path + "/library"
        search = home + "/search"
    }
}

struct ProfileLibrary: ProfileSection {
    static let template = "library/profile"
    var layout: Layout
    var person: Person
    var isMe: Bool
    var games: [VideoGameRow]
    var path: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[ListedVideoGame]> {
        LibraryQueries().list(.plays, of: member, after: nil, limit: 6)
    }

    init?(_ games: [ListedVideoGame], in context: ProfileContext) {
        guard context.shows(LibraryEntry.State.plays.privacy), !games.isEmpty else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        isMe = context.isMe
        self.games = games.map { VideoGameRow($0, club: context.club) }
        path = context.club.path + "/library" + (isMe ? "" : "/players/\(context.profile.person.handle)")
    }
}
