import Postgres

/// What other features may ask about reports.
enum Reports {
    /// The number of messages and photos of other members that have an open report. At most `limit` messages and `limit` photos are
    /// counted.
    static func openCount(to me: ID<Member>, limit: Int) -> Query<Int> { ReportQueries().openCount(to: me, limit: limit) }
}
