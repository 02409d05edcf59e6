import HTMLTemplates
import Hummingbird
import Postgres

/// Where admins look at what members have reported.
struct ReportRoutes {
    private let queries = ReportQueries()
    private static let limit = 50

    func add(to site: Site) {
        site.memberGet("/c/:club/reports", show)
        site.memberPost("/c/:club/reports/:line/removal") { visit in try await decide(visit, isRemoved: true) }
        site.memberPost("/c/:club/reports/:line/dismissal") { visit in try await decide(visit, isRemoved: false) }
        for verdict: RouterPath in ["/c/:club/reports/:line/removal", "/c/:club/reports/:line/dismissal"] {
            site.memberGet(verdict) { visit in visit.visit.redirect(to: visit.club.path + "/reports") }
        }
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        return try visit.visit.page(ReportsPage(visit: visit, try await visit.read(queries.open(to: visit.me, limit: Self.limit))))
    }

    private func decide(_ visit: MemberVisit, isRemoved: Bool) async throws -> Response {
        try visit.adminOnly()
        let line: ID<LineRecord> = try visit.visit.identifier("line")
        // Nobody judges what they wrote themselves.
        guard let origin = try await visit.read(queries.origin(of: line)), origin.author != visit.me else { throw Problem.notFound }
        if isRemoved {
            try await visit.write(LineQueries().removeByAdmin(line), queries.decide(line, by: visit.me, "removed"))
            visit.services.announcer.announce(.room(origin.room, in: visit.club.id))
        } else {
            try await visit.write(queries.decide(line, by: visit.me, "kept"))
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.visit.redirect(to: visit.club.path + "/reports")
    }
}

struct ReportRow: ViewModel {
    var line: Line
    var reporter: String
    /// "and 2 others"; nil: only one reported it.
    var others: String?
    var reasons: String
    var room: String
    var roomPath: String
    var removal: String
    var dismissal: String

    init(_ report: Report, club: Club, me: ID<Member>) {
        let path = "\(club.path)/reports/\(report.line.id)"
        line = Line(report.line, me: me)
        reporter = report.reporter
        let others = report.reporters - 1
        self.others = others > 0 ? "and \(others) \(others == 1 ? "other" : "others")" : nil
        reasons = report.reasons.compactMap { Report.Reason(rawValue: $0)?.words }.joined(separator: ". ")
        let room = report.game.map { Room.game($0) } ?? .lobby
        (self.room, roomPath) = (report.game == nil ? "the lobby" : "a game", "\(club.path)\(room.path)#chat")
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct ReportsPage: Page {
    static let template = "reports/reports"
    var layout: Layout
    var clubPath: String
    var reports: [ReportRow]

    init(visit: MemberVisit, _ reports: [Report]) {
        layout = visit.layout
        clubPath = visit.club.path + "/"
        self.reports = reports.map { ReportRow($0, club: visit.club, me: visit.me) }
    }
}
