import Postgres

/// Ends something between two members when one of them blocks or unblocks the other.
struct BlockEffect: Sendable {
    /// Statements that take locks. They run before `end`. So nothing new can start between the two members until the transaction ends.
    let locks: [Query<Int>]
    let end: @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>

    init(after locks: [Query<Int>] = [], _ end: @escaping @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>) {
        (self.locks, self.end) = (locks, end)
    }
}
