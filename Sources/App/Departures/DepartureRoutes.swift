import FoundationEssentials
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Leaving a club, and deleting one's account: each on a page that says what will be lost.
struct DepartureRoutes {
    private let accounts = AccountQueries()
    /// For how long a deleted account can be had back.
    static let daysOfGrace = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/departure", confirmLeaving)
        site.memberPost("/c/:club/departure", leave)
        site.get("/account/deletion") { visit in try confirmDeletion(visit) }
        site.post("/account/deletion") { visit in try await delete(visit) }
        site.post("/account/deletion/withdrawal") { visit in try await keep(visit) }
        site.get("/account/deletion/withdrawal") { visit in visit.redirect(to: "/account") }
    }

    // MARK: A club

    private func confirmLeaving(_ visit: MemberVisit) async throws -> Response {
        let heir = try await visit.read(DepartureQueries().heir(of: visit.session.account))
        return try visit.page(
            LeavePage(
                layout: visit.layout, clubName: visit.club.name, clubPath: visit.club.path + "/", isAdmin: visit.isAdmin,
                heir: visit.isAdmin ? heir?.displayName : nil))
    }

    private func leave(_ visit: MemberVisit) async throws -> Response {
        let (services, club) = (visit.services, visit.club)
        try visit.spend(.membership)
        let membership = visit.session.memberships[club.id]
        if let member = try await Departures(services).leave(visit.session.account, club) {
            services.members.forget(visit.session.username, in: club.id)
            await services.presence.leave(membership.map { [$0] } ?? [])
            Departures(services).clearInBackground(member, in: club.id)
        }
        return visit.redirect(to: "/")
    }

    // MARK: The account

    private func confirmDeletion(_ visit: Visit, status: HTTPResponse.Status = .ok, problem: String? = nil) throws -> Response {
        _ = try visit.signedIn()
        return try visit.page(AccountDeletionPage(layout: visit.layout(), days: Self.daysOfGrace, problem: problem), status: status)
    }

    private func delete(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try visit.services.limiter.spend(.password, by: session.account)
        } catch let problem as Problem {
            return try confirmDeletion(visit, status: problem.status, problem: problem.detail)
        }
        let secret = try await visit.database.read(accounts.secret(of: session.account))
        guard try await visit.services.passwords.verify(visit.form["password"], against: secret.passwordHash) else {
            return try confirmDeletion(visit, status: .unprocessableContent, problem: "That is not your password. Nothing was deleted.")
        }
        try await visit.database.write(accounts.scheduleDeletion(of: session.account, days: Self.daysOfGrace))
        try await visit.services.sessions.endAll(of: session.account, except: session.id)
        return try await visit.remembering(session.account, in: visit.redirect(to: "/account"))
    }

    private func keep(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try await visit.database.write(accounts.keep(session.account))
        return visit.redirect(to: "/account")
    }
}

struct LeavePage: Page {
    static let template = "departures/leave"
    var layout: Layout
    var clubName: String
    var clubPath: String
    var isAdmin: Bool
    /// Who looks after the club then; nil: somebody else does already, or nobody is left.
    var heir: String?
}

struct AccountDeletionPage: Page {
    static let template = "departures/account"
    var layout: Layout
    var days: Int
    var problem: String?
}

extension RateLimiter.Limit {
    /// By account, of whoever is signed in and gives the password once more.
    static let password = RateLimiter.Limit(name: "password", burst: 10, secondsPerToken: 30)
}
