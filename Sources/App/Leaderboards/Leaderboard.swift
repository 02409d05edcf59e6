import CSV
import HTMLTemplates
import Postgres

/// A leaderboard of members or of other things, such as rides. A feature defines its queries and columns. `AnyLeaderboard` makes the page,
/// the ranks, the visitor's own row and the CSV file from them:
///
///     let leaderboards = [AnyLeaderboard(RatingLeaderboard.self)]
protocol Leaderboard: Sendable {
    associatedtype Entry: LeaderboardEntry

    /// Relative to the club's path. Its first segment is a folder of the club part that the leaderboard belongs to.
    static var path: String { get }
    /// The link back from the leaderboard. The path is relative to the club's path.
    static var home: (path: String, label: String) { get }
    static var title: String { get }
    static var entryHeading: String { get }
    static var explanation: String { get }
    static var emptyWords: String { get }

    /// Reads the query of an address. Throws `Problem.notFound` if there is no such leaderboard.
    init(_ visit: MemberVisit) throws

    /// The query that `init` reads: `variant=3x3&games=5`.
    var query: String { get }
    /// The choices of the page, such as the period, the most important first.
    var choices: [LeaderboardChoice<Self>] { get }
    /// From left to right. The first column has the score and is the only one that a phone shows.
    var columns: [LeaderboardColumn<Entry>] { get }
    /// The table's caption for screen readers: "By rating, three in a row on 3 by 3".
    var caption: String { get }

    /// The entries after `place`, the best first, equal scores ordered by key. Members who stay out of leaderboards are left out.
    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[Entry]>
    /// Reads the member's own entry, or nil if the member has none. The function returns nil if the entries are not members.
    func own(of member: ID<Member>) -> Query<OwnEntry<Entry>?>?
}

protocol LeaderboardEntry: Sendable {
    /// The entry is ranked by this number, where more is better. It is within ±10^15 and compared as a rounded whole number, in the
    /// feature's SQL, too. Scores with decimals have to be multiplied.
    var score: Double { get }
    var key: Int { get }
    func name(in club: Club) -> LeaderboardName
}

extension LeaderboardEntry {
    /// The rounded score. Entries with equal rounded scores share a rank.
    var shownScore: Int { LeaderboardPlace.shown(score) }
}

struct OwnEntry<Entry: LeaderboardEntry>: Sendable {
    var entry: Entry
    /// The number of entries with a higher rounded score. Nil if the entry has no rank, for example because of too few games or because the
    /// member stays out of leaderboards.
    var better: Int?

    /// "1000+" for all ranks beyond 1,000. Nil if the entry has no rank.
    var rank: String? { better.map { $0 < Ranked.maxCounted ? "\($0 + 1)" : "\(Ranked.maxCounted)+" } }
}

struct LeaderboardName: ViewModel {
    /// The member whose avatar the row shows. Nil if the entry is not a member.
    var person: Person?
    var text: String
    var path: String
    var note: String?
    /// The label of the time `at`: "Played".
    var act = ""
    var at: Moment?
}

struct LeaderboardColumn<Entry: LeaderboardEntry>: Sendable {
    /// The column's heading on the page. Nil if only the file has the column.
    var heading: String?
    /// The column's name in the first line of the file: `points_percent`.
    var name: String
    /// The text behind the value on the page: " %".
    var unit = ""
    /// A text in smaller letters behind the value: "±52".
    var detail: @Sendable (Entry) -> String? = { _ in nil }
    var value: @Sendable (Entry) -> CSVField
}

struct LeaderboardChoice<Ranking: Leaderboard>: Sendable {
    var label: String
    var options: [(label: String, board: Ranking)]
}
