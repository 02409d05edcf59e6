import Postgres

/// A kind of thing that waits for a member, such as their turn, a challenge or a message. It is read from the thing's own table.
final class WaitingKind: Sendable {
    /// The value in `members.quiet` if the member does not want to be notified.
    let name: SQL
    let label: String
    /// The position among the other kinds. Kinds for which another member is waiting come first.
    let rank: Int
    /// `SELECT FROM …` with a row for each thing that waits. `$1` is the member, `$2` are the members hidden from them.
    let rows: SQL
    /// Up to `limit` of these things, as rows of the list of notices.
    let notices: @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>

    init(
        _ name: SQL, _ label: String, rank: Int, rows: SQL, notices: @escaping @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>
    ) {
        (self.name, self.label, self.rank, self.rows, self.notices) = (name, label, rank, rows, notices)
    }
}

/// A kind of notice about something that others did. The table `notices` stores the id of its subject, and the trigger `forget_notices` on
/// the subject's table deletes the notices of a deleted subject. If something happens by itself, its owner counts as the actor.
final class NoticeKind: Sendable {
    let name: SQL
    let label: String
    /// Nil if the notice is shown as it was stored.
    let reading: Reading?
    /// The text after the actor's name.
    let words: @Sendable (Notice, _ me: ID<Member>) -> String
    /// The address of the subject, below the club's path.
    let path: @Sendable (Notice) -> String

    /// SQL that reads the subject itself, so that nothing is shown that has been deleted. `n` is the notice, `$1` the member, and `$2` are
    /// the members hidden from them.
    struct Reading {
        /// SQL condition: whether there is still something to show.
        let isThere: SQL
        /// One row with the latest actor, the number of events, and the owner of the subject. No row if there is nothing to show.
        let rows: SQL
    }

    init(
        _ name: SQL, _ label: String, reading: Reading? = nil, words: @escaping @Sendable (Notice, _ me: ID<Member>) -> String,
        path: @escaping @Sendable (Notice) -> String
    ) {
        (self.name, self.label, self.reading, self.words, self.path) = (name, label, reading, words, path)
    }
}
