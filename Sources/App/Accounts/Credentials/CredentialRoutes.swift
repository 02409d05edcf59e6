import FoundationEssentials
import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct CredentialRoutes {
    private let queries = AccountQueries()
    private let revocation = CredentialRevocationQueries()

    func add(to site: Site) {
        site.get("/account/password") { visit in try await passwordPage(visit) }
        site.post("/account/password") { visit in try await changePassword(visit) }
        // The query contains the e-mail address that the user typed before they confirmed their identity at a provider.
        site.get("/account/email") { visit in
            try await emailPage(visit, visit.query("email") ?? (try visit.signedIn().email ?? ""))
        }
        site.post("/account/email") { visit in try await changeEmail(visit) }
        site.get("/reset/:token") { visit in
            guard let (_, account) = try await resetLink(visit) else { throw Self.usedUp }
            return try resetPage(visit, account)
        }
        site.post("/reset/:token") { visit in try await reset(visit) }
    }

    // MARK: The password

    private func passwordPage(
        _ visit: Visit, problem: String? = nil, newProblem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let session = try visit.signedIn()
        let page = PasswordPage(
            layout: visit.layout(), username: session.username, isFirst: !session.hasPassword, confirmation: try await visit.confirmation(),
            problem: problem, newProblem: newProblem,
            problems: FieldProblem.list(["password": problem, "new_password": newProblem]))
        return try visit.page(page, status: status)
    }

    private func changePassword(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        let new = visit.form["new_password"]
        let newProblem = PasswordRules.problem(with: new, of: [session.username, session.email].compactMap(\.self))
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await passwordPage(visit, problem: refusal.sentence, newProblem: newProblem, status: refusal.status)
        }
        guard newProblem == nil else { return try await passwordPage(visit, newProblem: newProblem, status: .unprocessableContent) }
        let (hash, token) = (try await visit.services.passwords.hash(new), SessionToken())
        // An account without a password has no old password that may be stolen, so its providers stay linked.
        let (_, revoked, _) = try await visit.database.write(
            session.useConfirmation,
            revocation.revokeAll(session.account, except: session.id, token: token.hash, keepsProviders: !session.hasPassword),
            queries.setPassword(hash, of: session.account))
        visit.services.sessions.evict(session.account)
        visit.logSecurityEvent(.passwordChanged, ["closed": "\(revoked.text)"])
        var response = visit.redirect(to: session.hasPassword ? "/account?closed=\(revoked.text)" : "/account")
        response.headers[.setCookie] = HostCookie.session.setting(token.text, isSecure: visit.context.isSecure)
        return try await visit.rememberingBrowser(of: session.account, in: response)
    }

    // MARK: The e-mail address

    private func emailPage(
        _ visit: Visit, _ email: String, problem: String? = nil, emailProblem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let returnPath = "/account/email?email=" + email.percentEncoded
        let page = EmailPage(
            layout: visit.layout(), isFirst: try visit.signedIn().email == nil,
            confirmation: try await visit.confirmation(next: returnPath), email: email,
            problem: problem, emailProblem: emailProblem,
            problems: FieldProblem.list(["email": emailProblem, "password": problem]))
        return try visit.page(page, status: status)
    }

    private func changeEmail(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        let email = visit.form.line("email")
        let emailProblem = EmailAddress.problem(with: email)
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await emailPage(visit, email, problem: refusal.sentence, emailProblem: emailProblem, status: refusal.status)
        }
        guard emailProblem == nil else {
            return try await emailPage(visit, email, emailProblem: emailProblem, status: .unprocessableContent)
        }
        do {
            try await visit.database.write(session.useConfirmation, queries.setEmail(email, of: session.account))
        } catch let error as DatabaseError where error.constraint == "accounts_email_taken" {
            return try await emailPage(visit, email, emailProblem: Registration.emailTaken, status: .unprocessableContent)
        }
        visit.services.sessions.evict(session.account)
        visit.logSecurityEvent(.emailChanged)
        return visit.redirect(to: "/account")
    }

    // MARK: Resetting a forgotten password

    private func resetLink(_ visit: Visit) async throws -> (hash: Bytes, ResetAccount)? {
        guard let token = visit.context.parameters.get("token").flatMap({ SessionToken(cookie: $0) }) else { return nil }
        return try await visit.database.read(queries.account(resetLink: token.hash)).map { (token.hash, $0) }
    }

    private func resetPage(
        _ visit: Visit, _ account: ResetAccount, problem: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let page = ResetPage(
            layout: visit.layout(), path: visit.request.uri.path, username: account.username, newProblem: problem,
            problems: FieldProblem.list(["new_password": problem]))
        return try visit.page(page, status: status)
    }

    private static let usedUp = Problem(
        status: .gone, title: "This link no longer works",
        detail: "A link works only once, and only for 30 minutes. Ask the person who gave it to you for a new one.",
        action: Problem.Action(label: "Sign in", href: "/login"))

    private func reset(_ visit: Visit) async throws -> Response {
        guard let (token, account) = try await resetLink(visit) else { throw Self.usedUp }
        let password = visit.form["new_password"]
        if let problem = PasswordRules.problem(with: password, of: [account.username, account.email].compactMap(\.self)) {
            return try resetPage(visit, account, problem: problem, status: .unprocessableContent)
        }
        let hash = try await visit.services.passwords.hash(password)
        let (id, revoked) = try await visit.database.write(
            queries.useResetLink(token, password: hash),
            revocation.revokeAll(account.id, except: nil, token: nil, keepsProviders: false, ifPasswordIs: hash))
        visit.services.sessions.evict(account.id)
        guard id != nil else { throw Self.usedUp }
        visit.logSecurityEvent(.passwordReset, of: account.id, ["closed": "\(revoked.text)"])
        return Visit.clearingBrowserCache(visit.redirect(to: "/login?closed=\(revoked.text)"))
    }
}

/// Links to reset a forgotten password. Only the operator can create them.
public enum ResetLinks {
    /// Creates a link for the account with this username or e-mail address. The link works once, and for 30 minutes.
    /// - Returns: the username and the link's path. Nil if there is no such account, or if the account has neither a password nor an e-mail
    ///   address. The owner of such an account has to sign in through its provider.
    public static func make(for login: String, in database: Database) async throws -> (username: String, path: String)? {
        let token = SessionToken()
        return try await database.write(AccountQueries().createResetLink(token.hash, for: login)).map { ($0, "/reset/\(token.text)") }
    }
}

struct PasswordPage: Page {
    static let template = "accounts/password"
    var layout: Layout
    var username: String
    var isFirst: Bool
    var confirmation: ConfirmationView
    var problem: String?
    var newProblem: String?
    var problems: [FieldProblem]
}

struct EmailPage: Page {
    static let template = "accounts/email"
    var layout: Layout
    var isFirst: Bool
    var confirmation: ConfirmationView
    var email: String
    var problem: String?
    var emailProblem: String?
    var problems: [FieldProblem]
}

struct ResetPage: Page {
    static let template = "accounts/reset"
    var layout: Layout
    var path: String
    var username: String
    var newProblem: String?
    var problems: [FieldProblem]
}
