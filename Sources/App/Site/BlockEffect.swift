import Postgres

/// What ends between two members when one of them blocks the other, or no longer does.
struct BlockEffect: Sendable {
    /// What is waited for first, so that nothing begins between the two meanwhile.
    let locks: [Query<Int>]
    /// Returns how much has ended.
    let end: @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>

    init(after locks: [Query<Int>] = [], _ end: @escaping @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>) {
        (self.locks, self.end) = (locks, end)
    }
}
