import Postgres

/// A kind of things that wait for a member, and are read where they are: their turn, a challenge, a message.
final class WaitingKind: Sendable {
    /// As `members.quiet` has it of those who do not want to hear of it.
    let name: SQL
    /// As a choice of what one would hear of.
    let label: String
    /// Where it stands among the others; what somebody else waits for comes first.
    let rank: Int
    /// `SELECT FROM …`, a row for each that waits for the member `$1`, who does not see `$2`.
    let rows: SQL
    /// Some of them, as they are told.
    let notices: @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>

    init(
        _ name: SQL, _ label: String, rank: Int, rows: SQL, notices: @escaping @Sendable (MemberVisit, _ limit: Int) -> Query<[NoticeRow]>
    ) {
        (self.name, self.label, self.rank, self.rows, self.notices) = (name, label, rank, rows, notices)
    }
}

/// A kind of things that others did, of which a member is told: `notices` has them, with the number of what they are about. They go with that
/// by the trigger `forget_notices` of its table. What happens by itself is told of in the name of whose it is.
final class NoticeKind: Sendable {
    /// Small letters alone.
    let name: SQL
    /// As a choice of what one would hear of.
    let label: String
    /// nil: it is told of as it was noted.
    let reading: Reading?
    /// What comes after the name of who did it.
    let words: @Sendable (Notice, _ me: ID<Member>) -> String
    /// Where it leads, below the club's path.
    let path: @Sendable (Notice) -> String

    /// What is read where it is, so that nothing is told of that is gone: of a notice `n` to the member `$1`, who does not see `$2`.
    struct Reading {
        /// Whether there is anything to tell of.
        let isThere: SQL
        /// A row of who did it last, how often it was done, and of whose it is about; none when there is nothing.
        let rows: SQL
    }

    init(
        _ name: SQL, _ label: String, reading: Reading? = nil, words: @escaping @Sendable (Notice, _ me: ID<Member>) -> String,
        path: @escaping @Sendable (Notice) -> String
    ) {
        (self.name, self.label, self.reading, self.words, self.path) = (name, label, reading, words, path)
    }
}
