import FoundationEssentials
import GameRules
import Postgres

/// An invitation from one member to another to play, open or answered.
struct Challenge: Sendable, RowDecodable {
    var id: ID<Challenge>
    var from: PersonRecord
    var to: PersonRecord
    var createdAt: Date
    var proposal: GameProposal
    /// When the invited member first saw the challenge. Nil if they have not seen it yet.
    var seenAt: Date?
    /// When the challenge was declined. Nil while it is open.
    var answeredAt: Date?
    var reason: Reason?

    init(_ row: inout Row) throws {
        id = try row.next()
        from = try PersonRecord(&row)
        to = try PersonRecord(&row)
        createdAt = try row.next()
        proposal = try GameProposal(&row)
        seenAt = try row.next()
        answeredAt = try row.next()
        reason = try (row.next() as String?).flatMap { Reason(rawValue: $0) }
    }

    /// The columns that `init` decodes. `c` is a challenge, `f` is its sender, and `t` is its recipient.
    static let columns: SQL = """
        c.id, \(PersonRecord.columns(of: "f")), \(PersonRecord.columns(of: "t")), c.created_at, c.variant, c.starts, c.best_of, c.words,
        c.seen_at, c.answered_at, c.reason
        """

    static let storedColumns: SQL = """
        club_id, id, from_member, to_member, created_at, variant, starts, best_of, words, seen_at, answered_at, reason
        """

    static let memberJoins: SQL = """
        JOIN members f ON f.club_id = c.club_id AND f.id = c.from_member
        JOIN members t ON t.club_id = c.club_id AND t.id = c.to_member
        """

    enum Reason: String, CaseIterable {
        case later, busy, board

        var label: String {
            switch self {
            case .later: "Later today"
            case .busy: "Busy now"
            case .board: "Another board, please"
            }
        }
    }
}

struct OnlineMember: RowRecord {
    var person: PersonRecord
    var wins: Int
    var draws: Int
    var losses: Int
    /// The rating on the kind of board that the member has played most. Nil if they have not played yet.
    var rating: Double?
    var ratedOn: TicTacToe.Variant?
    /// True if the member does not show their results to the whole club.
    var isPrivate: Bool

    static let decoder = RowDecoder(OnlineMember.init)
}
