import CSV
import Postgres

/// Ranks members by games finished this year, by finished games with a note, or by shelves that everybody in the club can see.
struct LibraryLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/library/leaderboard", "GameOn", "Player")
    static let home = (path: "/library", label: "My games")
    static let emptyText = "Nobody is on this leaderboard yet. Finish a game, or write a note about one."
    static let explanation = """
        A game counts in the year in which its player finished it. Without a date, the day counts when it was put on the list “Finished”. \
        “Games with a note” counts finished games with a note. “Shelves” counts shelves that the whole club can see.
        """

    var measure = LibraryMeasure.finished

    init(_ visit: MemberVisit) throws {
        guard let text = visit.query("by") else { return }
        guard let measure = LibraryMeasure(rawValue: text) else { throw Problem.notFound }
        self.measure = measure
    }

    var columns: [LeaderboardColumn<LibraryLeaderboardEntry>] {
        [
            LeaderboardColumn(heading: measure.heading, name: measure.rawValue) { .number($0.amount) },
            LeaderboardColumn(name: "handle") { .text($0.person.handle) },
        ]
    }

    var query: String { "by=\(measure.rawValue)" }
    var caption: String { "By \(measure.caption)" }

    var choices: [LeaderboardChoice<LibraryLeaderboard>] {
        let boards = LibraryMeasure.allCases.map { measure in
            var other = self
            other.measure = measure
            return (label: measure.heading, board: other)
        }
        return [LeaderboardChoice(label: "By", options: boards)]
    }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[LibraryLeaderboardEntry]> {
        .all(
            """
            SELECT \(LibraryLeaderboardEntry.columns)
            FROM library_leaderboard_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.measure = $3 AND s.year = \(LibraryMeasure.year("$3")) AND s.amount > 0 AND \(LeaderboardMembers.includes("m"))
                AND s.amount <= $1 AND (s.amount < $1 OR s.member_id > $2)
            ORDER BY s.amount DESC, s.member_id LIMIT $4
            """, Int(place?.score ?? 1e9), place?.key ?? 0, measure.rawValue, limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<LibraryLeaderboardEntry>?>? {
        let own: Query<OwnPlayer?> = .first(
            """
            SELECT \(LibraryLeaderboardEntry.columns), m.is_ranked, \(LibraryLeaderboard.better)
            FROM library_leaderboard_totals s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.member_id = $1 AND s.measure = $2 AND s.year = \(LibraryMeasure.year("$2")) AND s.amount > 0
            """, member, measure.rawValue)
        return own.map { own in own.map { OwnEntry(entry: $0.player, better: $0.isRanked ? $0.better : nil) } }
    }

    private static let better: SQL = """
        \(LeaderboardMembers.count(of: "library_leaderboard_totals a", "a", in: "s.club_id", by: "a.amount DESC", where: "a.measure = s.measure AND a.year = s.year AND a.amount > 0 AND a.amount > s.amount"))
        """
}

enum LibraryMeasure: String, CaseIterable, Sendable {
    case finished, reviews, shelves

    var heading: String {
        switch self {
        case .finished: "Finished this year"
        case .reviews: "Games with a note"
        case .shelves: "Shelves"
        }
    }

    fileprivate var caption: String {
        switch self {
        case .finished: "games finished this year"
        case .reviews: "games with a note"
        case .shelves: "shelves"
        }
    }

    /// SQL for the year that a row must have to be counted: the current year (UTC) for finished games, and 0 for notes and shelves.
    static func year(_ measure: SQL) -> SQL {
        """
        (SELECT CASE WHEN \(measure) = 'finished' THEN extract(year FROM now() AT TIME ZONE 'UTC') ELSE 0 END::smallint)
        """
    }
}

struct LibraryLeaderboardEntry: LeaderboardEntry, RowRecord {
    var person: PersonRecord
    var amount: Int

    static let decoder = RowDecoder(LibraryLeaderboardEntry.init)

    static let columns: SQL = "\(PersonRecord.columns(of: "m")), s.amount::bigint"

    var score: Double { Double(amount) }
    var key: Int { person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(
            person: person.person(in: club), text: person.displayName, path: "\(club.path)/library/players/\(person.handle)")
    }
}

private struct OwnPlayer: RowRecord {
    var player: LibraryLeaderboardEntry
    var isRanked: Bool
    var better: Int

    static let decoder = RowDecoder(OwnPlayer.init)
}
