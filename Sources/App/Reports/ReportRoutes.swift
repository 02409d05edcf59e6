import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Where admins look at what members have reported.
struct ReportRoutes {
    private let queries = ReportQueries()
    private static let limit = 50

    func add(to site: Site) {
        site.memberGet("/c/:club/reports") { visit in try await show(visit) }
        site.memberPost("/c/:club/reports/photos/:photo/dismissal", keepPhoto)
        site.memberGet("/c/:club/reports/photos/:photo/removal", confirmPhotoRemoval)
        site.memberPost("/c/:club/reports/photos/:photo/removal", removePhoto)
        site.memberGet("/c/:club/photos/:photo/reports") { visit in try await photoPage(visit) }
        site.memberPost("/c/:club/photos/:photo/reports", reportPhoto)
        site.memberPost("/c/:club/reports/:line/removal") { visit in try await decide(visit, isRemoved: true) }
        site.memberPost("/c/:club/reports/:line/dismissal") { visit in try await decide(visit, isRemoved: false) }
    }

    private func show(_ visit: MemberVisit, _ refusal: Refusal? = nil) async throws -> Response {
        try visit.adminOnly()
        let (lines, photos) = try await visit.read(
            queries.open(to: visit.me, limit: Self.limit), queries.openPhotos(to: visit.me, limit: Self.limit))
        return try visit.page(ReportsPage(visit: visit, lines, photos, problem: refusal?.sentence), status: refusal?.status ?? .ok)
    }

    /// Whether what is sent answers a report, and not what the admin has read themselves.
    private func answersReport(_ visit: MemberVisit) -> Bool { visit.form["report"] == "open" }

    private func tellOfChange(_ visit: MemberVisit) async throws -> Response {
        let words = "That waits no longer: meanwhile another admin judged it, or it was deleted. Nothing was changed."
        return try await show(visit, Refusal(.conflict, words))
    }

    private func keepPhoto(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        let photo: ID<Photo> = try visit.identifier("photo")
        guard try await visit.write(queries.keep(photo, by: visit.me)) > 0 else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await tellOfChange(visit)
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }

    private func confirmPhotoRemoval(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        let photo = try await PhotoVisit(visit).photo()
        guard photo.author.id != visit.me, photo.audience == .club else { throw Problem.notFound }
        return try visit.page(PhotoRemovalPage(photo, visit: visit))
    }

    private func removePhoto(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        let photo: ID<Photo> = try visit.identifier("photo")
        let removed = try await visit.write(RemovalQueries().remove(photo, by: visit.me, ifReported: answersReport(visit)))
        guard removed > 0 else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await tellOfChange(visit)
        }
        visit.services.announcer.announce(.room(.photo(photo), in: visit.club.id), .lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }

    // MARK: Reporting a photo; a line is reported in its room

    private func photoPage(_ visit: MemberVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let table = try PhotoVisit(visit)
        let photo = try await table.photo()
        guard photo.author.id != visit.me, photo.audience != nil else { return visit.redirect(to: table.path) }
        let state = try await visit.read(queries.state(of: photo.id, for: visit.me))
        let page = PhotoReportPage(photo, state, problem: refusal?.sentence, visit: visit)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func reportPhoto(_ visit: MemberVisit) async throws -> Response {
        guard let reason = Report.Reason(rawValue: visit.form["reason"]) else {
            return try await photoPage(visit, Refusal(.unprocessableContent, "Choose what is wrong with it."))
        }
        let table = try PhotoVisit(visit)
        let photo = try await table.photo()
        guard photo.author.id != visit.me, photo.audience != nil else { throw Problem.notFound }
        try visit.spend(.report)
        try await visit.write(queries.report(photo.id, by: visit.me, reason))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: table.path + "/reports")
    }

    // MARK: Deciding

    /// Admins judge what was reported, and what they read themselves: what they took out they see among what was removed.
    private func mayJudge(_ origin: LineOrigin, in room: Room, _ visit: MemberVisit) async throws -> Bool {
        guard !origin.isReported else { return true }
        guard !room.kind.isPrivate else { return false }
        return try await visit.read(LineQueries().isOpen(room, to: visit.me, hidden: visit.hidden))
    }

    private func decide(_ visit: MemberVisit, isRemoved: Bool) async throws -> Response {
        try visit.adminOnly()
        let line: ID<LineRecord> = try visit.identifier("line")
        guard let origin = try await visit.read(queries.origin(of: line)) else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await tellOfChange(visit)
        }
        // Nobody judges what they wrote themselves.
        guard let room = origin.room, origin.author != visit.me else { throw Problem.notFound }
        guard origin.isReported || !answersReport(visit) else { return try await tellOfChange(visit) }
        guard try await mayJudge(origin, in: room, visit) else { throw Problem.notFound }
        if isRemoved {
            let removed = try await visit.write(RemovalQueries().remove(line, by: visit.me, ifReported: answersReport(visit)))
            guard removed > 0 else { return try await tellOfChange(visit) }
            visit.services.announcer.announce(try await Talk(visit, in: room).concerned())
        } else if try await visit.write(queries.keep(line, by: visit.me)) == 0 {
            return try await tellOfChange(visit)
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }
}

/// Who reported something, and why.
struct ReportWords: ViewModel {
    var reporter: String
    /// "and 2 others"; nil: only one reported it.
    var others: String?
    var reasons: String

    init(by reporter: String, of reporters: Int, _ reasons: [String]) {
        self.reporter = reporter
        others = reporters > 1 ? "and \(reporters - 1) \(reporters == 2 ? "other" : "others")" : nil
        self.reasons = reasons.compactMap { Report.Reason(rawValue: $0)?.words }.joined(separator: ". ")
    }
}

struct ReportRow: ViewModel {
    var line: Line
    var words: ReportWords
    var room: String
    /// nil: only those see it who talk there.
    var roomPath: String?
    var removal: String
    var dismissal: String

    init(_ report: Report, club: Club, me: ID<Member>) {
        let path = "\(club.path)/reports/\(report.line.id)"
        line = Line(report.line, club: club, me: me)
        words = ReportWords(by: report.reporter, of: report.reporters, report.reasons)
        room = report.room?.kind.words ?? "a room that is gone"
        roomPath = report.room.flatMap { $0.kind.isPrivate ? nil : "\(club.path)\($0.path)#chat" }
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct PhotoReportRow: ViewModel {
    var photo: PhotoView
    var words: ReportWords
    var removal: String
    var dismissal: String

    init(_ report: PhotoReport, club: Club) {
        photo = PhotoView(report.photo, club: club)
        words = ReportWords(by: report.reporter, of: report.reporters, report.reasons)
        let path = "\(club.path)/reports/photos/\(report.photo.id)"
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct ReportsPage: Page {
    static let template = "reports/reports"
    var layout: Layout
    var clubPath: String
    /// Where what was taken out is.
    var removals: String
    var reports: [ReportRow]
    var photos: [PhotoReportRow]
    var isEmpty: Bool
    var problem: String?

    init(visit: MemberVisit, _ lines: [Report], _ photos: [PhotoReport], problem: String?) {
        self.problem = problem
        layout = visit.layout
        clubPath = visit.club.path + "/"
        removals = RemovalsPage.path(in: visit.club)
        reports = lines.map { ReportRow($0, club: visit.club, me: visit.me) }
        self.photos = photos.map { PhotoReportRow($0, club: visit.club) }
        isEmpty = lines.isEmpty && photos.isEmpty
    }
}

extension RateLimiter.Limit {
    static let report = RateLimiter.Limit(name: "report", burst: 10, secondsPerToken: 30)
}
