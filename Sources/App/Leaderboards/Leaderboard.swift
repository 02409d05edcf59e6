import CSV
import HTMLTemplates
import Postgres

/// A leaderboard of members or of other things, such as rides. A feature defines the queries and the columns. `AnyLeaderboard` then makes
/// the page, the ranks, the visitor's own row and the CSV file:
///
///     let leaderboards = [AnyLeaderboard(RatingLeaderboard.self)]
protocol Leaderboard: Sendable {
    associatedtype Entry: LeaderboardEntry

    /// The path of the page, relative to the club's path. The path begins with one of the `ClubPart.pathComponents` of the club part that
    /// the leaderboard belongs to.
    static var path: String { get }
    /// The link from the leaderboard back to another page. Its path is relative to the club's path.
    static var home: (path: String, label: String) { get }
    static var title: String { get }
    static var entryHeading: String { get }
    static var explanation: String { get }
    static var emptyText: String { get }

    /// Reads the visitor's choices from the query of the address. Throws `Problem.notFound` if there is no such leaderboard.
    init(_ visit: MemberVisit) throws

    /// The query of the address, which `init` reads, for example `variant=3x3&games=5`.
    var query: String { get }
    /// The choices that the page offers, such as the period. The most important choice is first.
    var choices: [LeaderboardChoice<Self>] { get }
    /// The columns from left to right. The first column with a heading has the score. A narrow screen shows only that column.
    var columns: [LeaderboardColumn<Entry>] { get }
    /// The caption of the table for screen readers, for example "By rating, three in a row on 3 by 3".
    var caption: String { get }

    /// Reads the entries after `place`, the best entry first. Entries with equal scores are ordered by their keys. Members who stay out of
    /// leaderboards are left out.
    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[Entry]>
    /// Reads the member's own entry. The query returns nil if the member has no entry. Returns nil instead of a query if the entries are
    /// not members.
    func own(of member: ID<Member>) -> Query<OwnEntry<Entry>?>?
}

protocol LeaderboardEntry: Sendable {
    /// The number by which the entry is ranked. A higher number is better. The number is between -10^15 and 10^15. Scores are compared
    /// after rounding to whole numbers, also in the SQL of the feature. So a feature multiplies scores whose decimals matter.
    var score: Double { get }
    var key: Int { get }
    func name(in club: Club) -> LeaderboardName
}

extension LeaderboardEntry {
    /// The rounded score. Entries with equal rounded scores share a rank.
    var shownScore: Int { LeaderboardCursor.shown(score) }
}

struct OwnEntry<Entry: LeaderboardEntry>: Sendable {
    var entry: Entry
    /// The number of entries with a higher rounded score. Nil if the entry has no rank, for example because the member has played too few
    /// games or stays out of leaderboards.
    var better: Int?

    /// The rank as text, for example "17". All ranks beyond 1,000 are "1000+". Nil if the entry has no rank.
    var rank: String? { better.map { $0 < LeaderboardMembers.maxCounted ? "\($0 + 1)" : "\(LeaderboardMembers.maxCounted)+" } }
}

struct LeaderboardName: ViewModel {
    /// The member whose avatar the row shows. Nil if the entry is not a member.
    var person: Person?
    var text: String
    var path: String
    var note: String?
    /// The label of the time `at`, for example "Played".
    var timeLabel = ""
    var at: Moment?
}

struct LeaderboardColumn<Entry: LeaderboardEntry>: Sendable {
    /// The column's heading on the page. Nil if only the CSV file has the column.
    var heading: String?
    /// The column's name in the first line of the CSV file, for example `points_percent`.
    var name: String
    /// The text after the value on the page, for example " %".
    var unit = ""
    /// Returns a text that the page shows after the value in smaller letters, for example "±52".
    var detail: @Sendable (Entry) -> String? = { _ in nil }
    var value: @Sendable (Entry) -> CSVField
}

struct LeaderboardChoice<Kind: Leaderboard>: Sendable {
    var label: String
    var options: [(label: String, board: Kind)]
}
