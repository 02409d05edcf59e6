import Calendar
import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct LibraryMonthRoutes {
    private let queries = LibraryMonthQueries()
    private static let gameLimit = 20

    func add(to site: Site) { site.memberGet("/c/:club/library/month", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let current = LibraryMonth(of: CalendarDate.todayInUTC)
        guard let month = visit.query("month").map(LibraryMonth.init) ?? current else { throw Problem.notFound }
        let (games, totals) = try await visit.read(queries.games(in: month, limit: Self.gameLimit), queries.totals(of: month))
        return try visit.page(LibraryMonthPage(month, games, totals, isCurrentMonth: month.start == current.start, visit: visit))
    }
}
