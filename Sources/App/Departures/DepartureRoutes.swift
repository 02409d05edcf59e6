import FoundationEssentials
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Pages and forms to leave a club and to delete the account. Both can be withdrawn for some days.
struct DepartureRoutes {
    private let deletions = AccountDeletionQueries()
    private let queries = DepartureQueries()
    /// The number of days in which a member can still decide to stay, or keep the account.
    static let daysOfGrace = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/departure", confirmLeaving)
        site.memberPost("/c/:club/departure", scheduleLeaving)
        site.memberPost("/c/:club/departure/withdrawal", on: "/departure", cancelLeaving)
        site.get("/account/deletion") { visit in try await confirmDeletion(visit) }
        site.post("/account/deletion") { visit in try await scheduleDeletion(visit) }
        site.post("/account/deletion/withdrawal") { visit in try await cancelDeletion(visit) }
        site.get("/account/deletion/withdrawal") { visit in visit.redirect(to: "/account") }
    }

    // MARK: Leaving a club

    private func confirmLeaving(_ visit: MemberVisit) async throws -> Response { try await leavePage(visit) }

    private func leavePage(_ visit: MemberVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let successor = try await visit.read(DepartureQueries().successor(of: visit.session.account))
        let page = LeavePage(
            layout: visit.layout, clubName: visit.club.name, clubPath: visit.club.path + "/", isAdmin: visit.isAdmin,
            successor: visit.isAdmin ? successor?.displayName : nil, isLast: visit.club.memberCount == 1, days: Self.daysOfGrace,
            leaving: visit.session.memberships[visit.club.id]?.leavingAt.map(Moment.init),
            confirmation: try await visit.visit.confirmation(), problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func scheduleLeaving(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.membership)
        return try await visit.answer {
            try await visit.visit.confirmIdentity()
            try await visit.write(
                visit.session.useConfirmation, queries.scheduleLeaving(of: visit.session.account, days: Self.daysOfGrace))
            visit.services.sessions.evict(visit.session.account)
            return visit.redirect(to: visit.club.path + "/departure")
        } refused: { refusal in
            try await leavePage(visit, refusal)
        }
    }

    private func cancelLeaving(_ visit: MemberVisit) async throws -> Response {
        try await visit.write(queries.cancelLeaving(of: visit.session.account))
        visit.services.sessions.evict(visit.session.account)
        return visit.redirect(to: visit.club.path + "/")
    }

    // MARK: Deleting the account

    private func confirmDeletion(_ visit: Visit, status: HTTPResponse.Status = .ok, problem: String? = nil) async throws -> Response {
        let confirmation = try await visit.confirmation()
        let page = AccountDeletionPage(
            layout: visit.layout(), days: Self.daysOfGrace, confirmation: confirmation, problem: problem)
        return try visit.page(page, status: status)
    }

    private func scheduleDeletion(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await confirmDeletion(visit, status: refusal.status, problem: refusal.sentence)
        }
        try await visit.database.write(
            session.useConfirmation, deletions.schedule(of: session.account, days: Self.daysOfGrace))
        try await visit.services.sessions.endAll(of: session.account, except: session.id)
        visit.logSecurityEvent(.deletionRequested)
        return try await visit.rememberingBrowser(of: session.account, in: visit.redirect(to: "/account"))
    }

    private func cancelDeletion(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try await visit.database.write(deletions.cancel(of: session.account))
        return visit.redirect(to: "/account")
    }
}

struct LeavePage: Page {
    static let template = "departures/leave"
    var layout: Layout
    var clubName: String
    var clubPath: String
    var isAdmin: Bool
    /// The name of the member who becomes admin. Nil if another admin stays, if nobody stays, or if the visitor is no admin.
    var successor: String?
    /// True if the visitor is the club's only member.
    var isLast: Bool
    var days: Int
    /// When the membership ends. Nil if the member has not decided to leave.
    var leaving: Moment?
    var confirmation: ConfirmationView
    var problem: String?
}

struct AccountDeletionPage: Page {
    static let template = "departures/account"
    var layout: Layout
    var days: Int
    var confirmation: ConfirmationView
    var problem: String?
}
