import Postgres

/// A kind of thing that waits for a member, such as their turn, a challenge or a message. These things are read from their own table, not
/// from `notices`.
final class WaitingKind: Sendable {
    /// The name of the kind. It is in the column `members.quiet` if the member does not want to be notified of such things.
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

/// A kind of notice about something that others did. A row of `notices` has the id of its subject, the thing that the notice is about. When
/// the subject is deleted, the trigger `forget_notices` on the subject's table deletes its notices. A notice also names a member who caused
/// it, the actor. If nobody caused it, the actor is the owner of the subject.
final class NoticeKind: Sendable {
    let name: SQL
    let label: String
    /// SQL that reads the content of the notice from the subject. Nil if the notice is shown as it was stored.
    let reading: Reading?
    /// The text that follows the actor's name in the notice.
    let words: @Sendable (Notice, _ me: ID<Member>) -> String
    /// The address of the subject, below the club's path.
    let path: @Sendable (Notice) -> String

    /// SQL that reads the content of a notice from its subject, so that deleted content is not shown. `n` is the notice, `$1` is the member
    /// who reads it, and `$2` are the members who are hidden from `$1`.
    struct Reading {
        /// SQL condition: whether there is still something to show.
        let isThere: SQL
        /// SQL that returns one row: the latest actor, the number of events, and the owner of the subject. It returns no row if there is
        /// nothing to show.
        let rows: SQL
    }

    init(
        _ name: SQL, _ label: String, reading: Reading? = nil, words: @escaping @Sendable (Notice, _ me: ID<Member>) -> String,
        path: @escaping @Sendable (Notice) -> String
    ) {
        (self.name, self.label, self.reading, self.words, self.path) = (name, label, reading, words, path)
    }
}
