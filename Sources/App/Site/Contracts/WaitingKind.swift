import Postgres

/// A kind of thing that waits for a member, such as their turn, a challenge or a message. These things are read from their own table, not
/// from `notices`.
final class WaitingKind: Sendable {
    /// The name of the kind. It is in the column `members.muted_kinds` if the member does not want to be notified of such things.
    let name: SQL
    let label: String
    /// The position of this kind when all kinds are sorted. Kinds for which another member is waiting come first.
    let rank: Int
    /// SQL of the form `SELECT FROM …` that returns a row for each waiting thing. `$1` is the member, and `$2` are the members who are
    /// hidden from `$1`.
    let rows: SQL
    /// A query for up to `limit` waiting things, as rows of the list of notices.
    let notices: @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>

    init(
        _ name: SQL, _ label: String, rank: Int, rows: SQL, notices: @escaping @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>
    ) {
        (self.name, self.label, self.rank, self.rows, self.notices) = (name, label, rank, rows, notices)
    }
}
