import Postgres

/// What ends between two members when one of them blocks the other, or no longer does.
struct Parting: Sendable {
    /// What is waited for first, so that nothing begins between the two meanwhile.
    let turns: [Query<Int>]
    /// Returns how much has ended.
    let end: @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>

    init(after turns: [Query<Int>] = [], _ end: @escaping @Sendable (_ one: ID<Member>, _ other: ID<Member>) -> Query<Int>) {
        (self.turns, self.end) = (turns, end)
    }
}
