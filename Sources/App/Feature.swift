import HTMLTemplates
import Postgres

/// A part of the site: one folder, and one line in `features`. What the rest must know of it, it says here; whatever it does not say, it has
/// not.
protocol Feature: Sendable {
    /// Adds the addresses that it answers.
    func add(to site: Site)
    /// Its pages, whose templates are checked at start.
    var pages: [any Page.Type] { get }
    /// The parts of a club that it makes.
    var navigation: [NavigationPart] { get }
    /// What it adds to every member's profile, from the top.
    var profileSections: [AnyProfileSection] { get }
    /// The kinds of rooms in which something is said about what it has.
    var rooms: [RoomKind] { get }
    /// What of it waits for a member until they come.
    var waiting: [WaitingKind] { get }
    /// What of it others did is told of.
    var notices: [NoticeKind] { get }
    /// What of one's own it adds to the copy of everything.
    var exports: [Export] { get }
    /// What of a former member's it clears.
    var clearings: [Clearing] { get }
    /// What it ends or deletes with time.
    var upkeep: [Upkeep] { get }
}

extension Feature {
    func add(to site: Site) {}
    var pages: [any Page.Type] { [] }
    var navigation: [NavigationPart] { [] }
    var profileSections: [AnyProfileSection] { [] }
    var rooms: [RoomKind] { [] }
    var waiting: [WaitingKind] { [] }
    var notices: [NoticeKind] { [] }
    var exports: [Export] { [] }
    var clearings: [Clearing] { [] }
    var upkeep: [Upkeep] { [] }
}

/// What of a person's own is in the copy of everything: JSON as PostgreSQL makes it, or files. Its name is that of the file or folder.
struct Export: Sendable {
    /// A part of a list, from behind a key.
    typealias List = @Sendable (_ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>
    /// The same of one of several lists.
    typealias Item = @Sendable (_ key: Int, _ me: ID<Member>, _ after: Int, _ limit: Int) -> Query<[ExportRow]>

    enum Content: Sendable {
        /// Of the account, with the addresses of its clubs.
        case account(@Sendable (ID<Account>, _ clubs: [String]) -> Query<ExportRow?>)
        /// One object of a member.
        case record(@Sendable (ID<Member>) -> Query<ExportRow?>)
        case list(List)
        /// A list for each row of another, under the row's key; `heading` names the row's text in it, `items` the list.
        case lists(List, heading: String, items: String, of: Item)
        /// Files, the next behind a key at a time.
        case files(@Sendable (_ me: ID<Member>, _ after: Int) -> Query<ExportFile?>)
    }

    let name: String
    let content: Content

    init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }

    init(_ name: String, _ list: @escaping List) { self.init(name, .list(list)) }
}

/// What a former member leaves behind and is cleared. All of it is done twice, as what had begun before they left may be stored after the
/// first time.
struct Clearing: Sendable {
    enum Work: Sendable {
        /// What there is not much of: one statement.
        case few(@Sendable (ID<Member>) -> Query<Int>)
        /// So many rows at a time, until a statement returns that there were none.
        case rows(atOnce: Int, @Sendable (ID<Member>, _ limit: Int) -> Query<Int>)
        /// More than a statement.
        case deed(@Sendable (ID<Member>, ID<Club>, Services) async throws -> Void)
    }

    let name: String
    let work: Work

    init(_ name: String, _ work: Work) { (self.name, self.work) = (name, work) }

    init(_ name: String, _ few: @escaping @Sendable (ID<Member>) -> Query<Int>) { self.init(name, .few(few)) }

    var isDeed: Bool {
        if case .deed = work { true } else { false }
    }

    /// nil: it is more than one statement.
    func few(of member: ID<Member>) -> Query<Int>? {
        if case .few(let query) = work { query(member) } else { nil }
    }

    /// Clears what takes longer.
    func clear(_ member: ID<Member>, in club: ID<Club>, _ services: Services) async throws {
        switch work {
        case .few: break
        case .rows(let limit, let query):
            while try await services.database.write(tenant: club.rawValue, query(member, limit)) > 0 {}
        case .deed(let deed): try await deed(member, club, services)
        }
    }
}

/// What ends with time, a little at a time. Its name is that of its counter in the log and in /metrics.
struct Upkeep: Sendable {
    enum Work: Sendable {
        /// In one club: a statement for at most so many rows, and what is to be done with each of those whose keys it returns. Returns whether
        /// that was done.
        case club(@Sendable (Club) -> Query<Found>, each: (@Sendable (_ key: Int, Club, Services) async throws -> Bool)?)
        /// In what belongs to no club. Returns how much.
        case server(@Sendable (Services) async throws -> Int)
    }

    /// What a statement has ended, or found.
    enum Found: Sendable {
        case count(Int)
        case keys([Int])
    }

    let name: String
    /// What looks different when something has ended.
    let topics: @Sendable (ID<Club>) -> [Topic]
    let work: Work

    /// A statement that returns how much it has ended.
    init(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<Int>
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .count($0) } }, each: nil)
    }

    /// A statement that finds what is to be ended, each by more than a statement.
    init<Entity>(
        _ name: String, announcing topics: @escaping @Sendable (ID<Club>) -> [Topic] = { _ in [] },
        _ query: @escaping @Sendable (Club) -> Query<[ID<Entity>]>,
        each end: @escaping @Sendable (ID<Entity>, Club, Services) async throws -> Bool
    ) {
        (self.name, self.topics) = (name, topics)
        work = .club({ query($0).map { .keys($0.map(\.rawValue)) } }, each: { try await end(ID($0), $1, $2) })
    }

    init(_ name: String, _ work: Work) { (self.name, topics, self.work) = (name, { _ in [] }, work) }

    /// nil: it is done in no club.
    func query(in club: Club) -> Query<Found>? {
        if case .club(let query, _) = work { query(club) } else { nil }
    }

    /// Ends what its statement has found. Returns how much has been ended.
    func end(_ found: Found, in club: Club, _ services: Services) async throws -> Int {
        switch (found, work) {
        case (.count(let count), _): return count
        case (.keys(let keys), .club(_, let end?)):
            var count = 0
            for key in keys where try await end(key, club, services) { count += 1 }
            return count
        case (.keys, _): return 0
        }
    }
}
