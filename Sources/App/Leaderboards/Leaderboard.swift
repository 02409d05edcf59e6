import CSV
import HTMLTemplates
import Postgres

/// A ranking of members or of what they do. A feature says how it is read and what its columns say; its page, ranks, own row and file are
/// made of that:
///
///     let leaderboards = [AnyLeaderboard(RatingLeaderboard.self)]
protocol Leaderboard: Sendable {
    associatedtype Entry: LeaderboardEntry

    /// Below the club's path. Its first word is a folder of the part that the leaderboard belongs to.
    static var path: String { get }
    /// Where it belongs, below the club's path, and what that is called.
    static var home: (path: String, label: String) { get }
    /// What it is about: "Tic Chat Toe".
    static var title: String { get }
    /// What its rows are: "Player".
    static var entryHeading: String { get }
    /// How its numbers come about.
    static var explanation: String { get }
    /// What is said while nobody is on it.
    static var emptyWords: String { get }

    /// The one that the address names. Throws `Problem.notFound` where there is none.
    init(_ visit: MemberVisit) throws

    /// What an address says of it, which `init` reads: `variant=3x3&games=5`.
    var query: String { get }
    /// What of it is chosen among what, from the most important.
    var choices: [LeaderboardChoice<Self>] { get }
    /// From left to right: what it is ranked by, which a phone shows alone, and what else there is.
    var columns: [LeaderboardColumn<Entry>] { get }
    /// For whoever hears the table: "By rating, three in a row on 3 by 3".
    var caption: String { get }

    /// The entries from behind a place, best first, ties by key; without members who stay out of leaderboards.
    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[Entry]>
    /// The member's own, wherever it stands, or that they have none; nil: what is ranked is nobody's.
    func own(of member: ID<Member>) -> Query<OwnEntry<Entry>?>?
}

/// Who or what is ranked.
protocol LeaderboardEntry: Sendable {
    /// What it is ranked by, the more the better: within ±10^15, and compared as whole numbers, which the feature's SQL does, too. What
    /// has decimals is multiplied.
    var score: Double { get }
    /// Between equals the smaller one comes first.
    var key: Int { get }
    func name(in club: Club) -> LeaderboardName
}

extension LeaderboardEntry {
    /// The score as one reads it: what looks equal shares a rank.
    var shownScore: Int { LeaderboardPlace.shown(score) }
}

/// A member's own entry, and where it stands.
struct OwnEntry<Entry: LeaderboardEntry>: Sendable {
    var entry: Entry
    /// How many others are better, as one reads their scores; nil: it has no rank, as with too few games, or when its member stays out.
    var better: Int?

    /// nil: it has none. Beyond the first thousand nobody is counted.
    var rank: String? { better.map { $0 < Ranked.mostCounted ? "\($0 + 1)" : "\(Ranked.mostCounted)+" } }
}

/// What stands in the first column.
struct LeaderboardName: ViewModel {
    /// Whose picture is beside it; nil: it is nobody's.
    var person: Person?
    var text: String
    var path: String
    /// A few words below it.
    var note: String?
    /// What happened at `at`: "Played".
    var act = ""
    var at: Moment?
}

/// A number, or a word, of each entry.
struct LeaderboardColumn<Entry: LeaderboardEntry>: Sendable {
    /// In the table's head; nil: the file alone has it.
    var heading: String?
    /// In the file's first line: `points_percent`.
    var name: String
    /// What stands behind it on the page: " %", or in smaller letters "±52".
    var unit = ""
    var detail: @Sendable (Entry) -> String? = { _ in nil }
    var value: @Sendable (Entry) -> CSVField
}

/// Something of a leaderboard that is chosen, such as the period.
struct LeaderboardChoice<Ranking: Leaderboard>: Sendable {
    var label: String
    /// What each is called, and the leaderboard with it.
    var options: [(label: String, board: Ranking)]
}
