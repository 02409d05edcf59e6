import Postgres

/// The functions about reports that other features use.
enum Reports {
    static func openCount(to me: ID<Member>, limit: Int) -> Query<Int> { ReportQueries().openCount(to: me, limit: limit) }
}
