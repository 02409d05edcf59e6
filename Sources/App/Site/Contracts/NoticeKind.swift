import Postgres

/// A kind of notice about something that others did. A row of `notices` has the id of its subject, the thing that the notice is about. When
/// the subject is deleted, a trigger on the subject's table deletes its notices. Each new kind whose subject can be
/// deleted is added to `migrations/functions/delete_notices.sql`. A notice also
/// names a member who caused it, the actor. If nobody caused it, the actor is the owner of the subject.
final class NoticeKind: Sendable {
    let name: SQL
    let label: String
    /// SQL that reads the content of the notice from the subject. Nil if the notice is shown as it was stored.
    let reading: Reading?
    /// The text that follows the actor's name in the notice.
    let text: @Sendable (Notice, _ me: ID<Member>) -> String
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
        _ name: SQL, _ label: String, reading: Reading? = nil, text: @escaping @Sendable (Notice, _ me: ID<Member>) -> String,
        path: @escaping @Sendable (Notice) -> String
    ) {
        (self.name, self.label, self.reading, self.text, self.path) = (name, label, reading, text, path)
    }
}
