import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct ReportRoutes {
    private let queries = ReportQueries()
    private static let limit = 50

    func add(to site: Site) {
        site.adminGet("/c/:club/reports") { visit in try await show(visit) }
        site.adminPost("/c/:club/reports/photos/:photo/dismissal", dismissPhotoReports)
        site.adminGet("/c/:club/reports/photos/:photo/removal", confirmPhotoRemoval)
        site.adminPost("/c/:club/reports/photos/:photo/removal", removePhoto)
        site.memberGet("/c/:club/photos/:photo/reports") { visit in try await showPhotoReportForm(visit) }
        site.memberPost("/c/:club/photos/:photo/reports", reportPhoto)
        site.adminPost("/c/:club/reports/:message/removal") { visit in try await decide(visit, isRemoved: true) }
        site.adminPost("/c/:club/reports/:message/dismissal") { visit in try await decide(visit, isRemoved: false) }
    }

    private func show(_ visit: MemberVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let (messages, photos) = try await visit.read(
            queries.openReports(to: visit.me, limit: Self.limit), queries.openPhotoReports(to: visit.me, limit: Self.limit))
        return try visit.page(ReportsPage(visit: visit, messages, photos, problem: refusal?.sentence), status: refusal?.status ?? .ok)
    }

    /// True if the form was sent from the list of open reports. Otherwise the admin acts on a message or photo that they found elsewhere.
    private func answersReport(_ visit: MemberVisit) -> Bool { visit.form["report"] == "open" }

    private func respondWithConflict(_ visit: MemberVisit) async throws -> Response {
        let sentence = "This report is closed. Another admin has decided, or the message or photo was deleted. Nothing was changed."
        return try await show(visit, Refusal(.conflict, sentence))
    }

    private func dismissPhotoReports(_ visit: MemberVisit) async throws -> Response {
        let photo: ID<Photo> = try visit.identifier("photo")
        guard try await visit.write(queries.dismiss(photo, by: visit.me)) > 0 else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await respondWithConflict(visit)
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }

    private func confirmPhotoRemoval(_ visit: MemberVisit) async throws -> Response {
        let photo = try await PhotoVisit(visit).photo()
        guard photo.author.id != visit.me, photo.audience == .club else { throw Problem.notFound }
        return try visit.page(PhotoRemovalPage(photo, visit: visit))
    }

    private func removePhoto(_ visit: MemberVisit) async throws -> Response {
        let photo: ID<Photo> = try visit.identifier("photo")
        let removed = try await visit.write(RemovalQueries().remove(photo, by: visit.me, ifReported: answersReport(visit)))
        guard removed > 0 else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await respondWithConflict(visit)
        }
        visit.services.announcer.announce(.room(.photo(photo), in: visit.club.id), .lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }

    // MARK: Reporting a photo

    private func showPhotoReportForm(_ visit: MemberVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let photoVisit = try PhotoVisit(visit)
        let photo = try await photoVisit.photo()
        guard photo.author.id != visit.me, photo.audience != nil else { return visit.redirect(to: photoVisit.path) }
        let state = try await visit.read(queries.state(of: photo.id, for: visit.me))
        let page = PhotoReportPage(photo, state, problem: refusal?.sentence, visit: visit)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func reportPhoto(_ visit: MemberVisit) async throws -> Response {
        guard let reason = Report.Reason(rawValue: visit.form["reason"]) else {
            return try await showPhotoReportForm(visit, Refusal(.unprocessableContent, "Choose what is wrong with it."))
        }
        let photoVisit = try PhotoVisit(visit)
        let photo = try await photoVisit.photo()
        guard photo.author.id != visit.me, photo.audience != nil else { throw Problem.notFound }
        try visit.spend(.report)
        try await visit.write(queries.report(photo.id, by: visit.me, reason))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: photoVisit.path + "/reports")
    }

    // MARK: Deciding

    /// Whether the admin may decide about a message. Admins may decide about every reported message. About other messages they may decide
    /// only in chat rooms that they can read and that are not private.
    private func mayJudge(_ origin: ChatMessageOrigin, in room: ChatRoom, _ visit: MemberVisit) async throws -> Bool {
        guard !origin.isReported else { return true }
        guard !room.kind.isPrivate else { return false }
        return try await ChatVisit(visit, in: room).isOpen()
    }

    private func decide(_ visit: MemberVisit, isRemoved: Bool) async throws -> Response {
        let message: ID<ChatMessageRecord> = try visit.identifier("message")
        guard let origin = try await visit.read(queries.origin(of: message)) else {
            guard answersReport(visit) else { throw Problem.notFound }
            return try await respondWithConflict(visit)
        }
        // Admins cannot decide about their own messages.
        guard let room = origin.room, origin.author != visit.me else { throw Problem.notFound }
        guard origin.isReported || !answersReport(visit) else { return try await respondWithConflict(visit) }
        guard try await mayJudge(origin, in: room, visit) else { throw Problem.notFound }
        if isRemoved {
            let removed = try await visit.write(RemovalQueries().remove(message, by: visit.me, ifReported: answersReport(visit)))
            guard removed > 0 else { return try await respondWithConflict(visit) }
            visit.services.announcer.announce(try await ChatVisit(visit, in: room).topicsAfterRemoval())
        } else if try await visit.write(queries.dismiss(message, by: visit.me)) == 0 {
            return try await respondWithConflict(visit)
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: visit.club.path + "/reports")
    }
}

struct ReportText: ViewModel {
    var reporter: String
    /// The number of further members who made a report, for example "and 2 others". Nil if there are none.
    var others: String?
    var reasons: String

    init(by reporter: String, of reporters: Int, _ reasons: [String]) {
        self.reporter = reporter
        others = reporters > 1 ? "and \(reporters - 1) \(reporters == 2 ? "other" : "others")" : nil
        self.reasons = reasons.compactMap { Report.Reason(rawValue: $0)?.label }.joined(separator: ". ")
    }
}

struct ReportRow: ViewModel {
    var message: ChatMessage
    var report: ReportText
    var room: String
    /// Path of the chat room. Nil if the chat room is private or no longer exists.
    var roomPath: String?
    var removal: String
    var dismissal: String

    init(_ report: Report, club: Club, me: ID<Member>) {
        let path = "\(club.path)/reports/\(report.message.id)"
        message = ChatMessage(report.message, club: club, me: me)
        self.report = ReportText(by: report.reporter, of: report.reporters, report.reasons)
        room = report.room?.kind.label ?? "a deleted chat room"
        roomPath = report.room.flatMap { $0.kind.isPrivate ? nil : "\(club.path)\($0.path)#chat" }
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct PhotoReportRow: ViewModel {
    var photo: PhotoView
    var report: ReportText
    var removal: String
    var dismissal: String

    init(_ report: PhotoReport, club: Club) {
        photo = PhotoView(report.photo, club: club)
        self.report = ReportText(by: report.reporter, of: report.reporters, report.reasons)
        let path = "\(club.path)/reports/photos/\(report.photo.id)"
        (removal, dismissal) = (path + "/removal", path + "/dismissal")
    }
}

struct ReportsPage: Page {
    static let template = "reports/reports"
    var layout: Layout
    var clubPath: String
    var removals: String
    var reports: [ReportRow]
    var photos: [PhotoReportRow]
    var isEmpty: Bool
    var problem: String?

    init(visit: MemberVisit, _ messages: [Report], _ photos: [PhotoReport], problem: String?) {
        self.problem = problem
        layout = visit.layout
        clubPath = visit.club.path + "/"
        removals = RemovalsPage.path(in: visit.club)
        reports = messages.map { ReportRow($0, club: visit.club, me: visit.me) }
        self.photos = photos.map { PhotoReportRow($0, club: visit.club) }
        isEmpty = messages.isEmpty && photos.isEmpty
    }
}

extension RateLimiter.Limit {
    static let report = RateLimiter.Limit(name: "report", burst: 10, secondsPerToken: 30)
}
