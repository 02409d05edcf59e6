import HTMLTemplates
import Postgres

struct ReportsCard: HubCard {
    static let template = "reports/card"
    var layout: Layout
    /// The number of reported messages and photos in words, for example "2 things were reported".
    var summary: String
    var path: String

    private static let countLimit = 99

    static func query(for visit: ClubVisit) -> Query<Int>? {
        visit.membership.flatMap { $0.isAdmin ? ReportQueries().openCount(to: $0.member, limit: countLimit) : nil }
    }

    init?(_ count: Int, for visit: ClubVisit) {
        guard count > 0 else { return nil }
        layout = visit.layout
        summary = count == 1 ? "1 thing was reported" : "\(count) things were reported"
        path = visit.club.path + "/reports"
    }
}
