import HTMLTemplates
import HTTPTypes
import Hummingbird
import OpenID
import Postgres
import Web

/// The pages of the first sign-in with a provider, which create an account or link the provider to an existing account.
struct WelcomeRoutes {
    private let queries = ProviderQueries()

    func add(to site: Site) {
        site.get("/welcome") { visit in try await show(visit) }
        site.upload("/welcome") { visit in try await create(visit) }
        site.post("/welcome/link") { visit in try await link(visit) }
    }

    /// A visitor who has signed in at a provider, and whose identity there is not linked to any account yet.
    private struct Newcomer: Sendable {
        var binding: BrowserBinding
        var pending: PendingIdentity
        var provider: OpenIDProviderSettings

        var identity: OpenIDIdentity { pending.identity }
    }

    private func newcomer(_ visit: Visit) async throws -> Newcomer? {
        guard let binding = BrowserBinding(of: visit),
            let pending = try await visit.database.read(queries.pending(browser: binding.hash, session: nil)),
            let provider = visit.services.openID.providers.first(where: { $0.name == pending.identity.provider })
        else { return nil }
        return Newcomer(binding: binding, pending: pending, provider: provider)
    }

    private func expiredPage(_ visit: Visit) async throws -> Response {
        if visit.session != nil { return visit.redirect(to: "/") }
        return try await visit.signInPage(next: "", Refusal(.gone, "That took longer than half an hour. Please sign in again."))
    }

    private func show(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else { return try await expiredPage(visit) }
        let username = try await visit.database.read(queries.availableUsername(from: newcomer.identity.suggestedUsernames))
        let form = WelcomeForm(username: username ?? "", displayName: newcomer.identity.suggestedDisplayName)
        return try await page(form, newcomer, visit)
    }

    /// - Parameters:
    ///   - login: the username or e-mail address that the visitor typed to link an existing account.
    ///   - refusal: the reason why the existing account was not linked.
    private func page(
        _ form: WelcomeForm, _ newcomer: Newcomer, _ visit: Visit, status: HTTPResponse.Status = .ok, login: String = "",
        refusal: Refusal? = nil
    ) async throws -> Response {
        let offered = newcomer.identity.offeredEmail
        var hasAccount = false
        // The rate limit prevents a visitor from finding out for many e-mail addresses whether they belong to an account.
        if let offered, newcomer.identity.isEmailVerified, (try? visit.services.limiter.spend(.takenNames, by: visit.network)) != nil {
            hasAccount = try await visit.database.read(AccountQueries().isTaken(email: offered))
        }
        var page = WelcomePage(form, label: newcomer.provider.label, visit: visit)
        page.hasPicture = newcomer.identity.picture != nil
        (page.offeredEmail, page.hasAccount) = (offered, hasAccount)
        (page.login, page.linkProblem) = (login.isEmpty && hasAccount ? offered ?? "" : login, refusal?.sentence)
        page.isLinking = hasAccount || refusal != nil || form.emailProblem?.hasPrefix(Registration.emailTaken) == true
        var response = try visit.page(page, status: refusal?.status ?? status)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }

    // MARK: Creating an account

    private func create(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else {
            for try await _ in visit.request.body {}
            return try await expiredPage(visit)
        }
        // The uploads of each newcomer are counted separately, under a negative ID that belongs to no account.
        let requester = Requester(account: ID(-newcomer.pending.id), network: visit.network)
        return try await Upload.receive(visit, for: requester, within: .registration(visit)) { upload in
            var form = WelcomeForm(upload.fields)
            do {
                try visit.services.limiter.spend(.registration, by: visit.network)
            } catch let problem as Problem {
                form.usernameProblem = problem.detail
                var response = try await page(form, newcomer, visit, status: problem.status)
                response.headers[.retryAfter] = problem.retryAfter.map(String.init)
                return response
            }
            guard form.isValid else { return try await page(form, newcomer, visit, status: .unprocessableContent) }
            return try await create(form, newcomer, upload, requester, visit)
        }
    }

    private func create(
        _ form: WelcomeForm, _ newcomer: Newcomer, _ upload: Upload, _ requester: Requester, _ visit: Visit
    ) async throws -> Response {
        var form = form
        do {
            let picture = try await picture(form, newcomer.identity, upload, requester, visit)
            let creation = queries.createAccount(
                form, email: form.chosenEmail(of: newcomer.identity), browser: newcomer.binding.hash, label: newcomer.provider.label)
            let (account, _) = try await visit.database.write(creation, and: picture.map { [AccountPictureQueries().upsert($0)] } ?? [])
            guard let account else { return try await expiredPage(visit) }
            return visit.removingBinding(from: try await visit.continueSignIn(as: account, by: .newAccount, next: newcomer.pending.next))
        } catch let refusal as Refusal {
            form.pictureProblem = refusal.sentence
            return try await page(form, newcomer, visit, status: refusal.status)
        } catch let error as DatabaseError where form.addProblem(for: error) {
            return try await page(form, newcomer, visit, status: .unprocessableContent)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            // The same identity was linked in another browser in the meantime.
            return try await expiredPage(visit)
        }
    }

    /// The picture that the visitor uploaded, or else the provider's picture if the visitor chose that picture. Nil if there is no picture.
    /// Throws `Refusal` if the picture is not accepted.
    private func picture(
        _ form: WelcomeForm, _ identity: OpenIDIdentity, _ upload: Upload, _ requester: Requester, _ visit: Visit
    ) async throws -> AccountPicture? {
        let maker = AccountPictureMaker(services: visit.services, requester: requester)
        if let sent = try UploadedPicture(upload) { return try await maker.picture(of: sent) }
        guard form.usesPicture, identity.picture != nil else { return nil }
        do {
            return try await maker.picture(of: try await visit.services.openID.picture(identity))
        } catch let failure as OpenIDFailure {
            throw Refusal(failure)
        }
    }

    // MARK: Linking an existing account

    private func link(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else { return try await expiredPage(visit) }
        let login = visit.form.line("login").prefix(scalars: 254)
        do {
            let (account, proof) = try await visit.checkPassword(visit.form["password"], login: login)
            // A password alone must not link a provider to an account with a second factor.
            guard try await !visit.hasSecondFactor(account) else { throw Self.needsCode(newcomer.provider) }
            try await visit.database.write(
                proof.check(account, isComplete: true),
                queries.link(to: account, browser: newcomer.binding.hash, session: nil, label: newcomer.provider.label))
            visit.logSecurityEvent(.providerLinked, of: account, ["provider": "\(newcomer.provider.name)"])
            return visit.removingBinding(from: try await visit.continueSignIn(as: account, by: proof, next: newcomer.pending.next))
        } catch let refusal as Refusal {
            return try await respondWithLinkForm(newcomer, login, refusal, visit)
        } catch let error as DatabaseError where error.constraint == "account_identities_once" {
            return try await respondWithLinkForm(newcomer, login, SignInMethodRoutes.providerAlreadyLinked(newcomer.provider), visit)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            return try await expiredPage(visit)
        }
    }

    private static func needsCode(_ provider: OpenIDProviderSettings) -> Refusal {
        Refusal(
            .conflict,
            "That account has a second factor. Sign in to it with its password and a code, and then link \(provider.label) under Me."
        )
    }

    private func respondWithLinkForm(_ newcomer: Newcomer, _ login: String, _ refusal: Refusal, _ visit: Visit) async throws -> Response {
        let username = try await visit.database.read(queries.availableUsername(from: newcomer.identity.suggestedUsernames))
        let form = WelcomeForm(username: username ?? "", displayName: newcomer.identity.suggestedDisplayName)
        return try await page(form, newcomer, visit, login: login, refusal: refusal)
    }
}

struct WelcomePage: Page {
    static let template = "providers/welcome"
    static let path = "/welcome"
    var layout: Layout
    var label: String
    var problems: [FieldProblem]
    var username: String
    var displayName: String
    var email: String
    var offeredEmail: String?
    var keepsEmail: Bool
    var hasPicture = false
    var usesPicture: Bool
    var usernameProblem: String?
    var displayNameProblem: String?
    var emailProblem: String?
    var pictureField: PictureField
    /// Whether the e-mail address from the provider belongs to an existing account.
    var hasAccount = false
    var isLinking = false
    var login = ""
    var linkProblem: String?

    init(_ form: WelcomeForm, label: String, visit: Visit) {
        (layout, self.label) = (visit.layout(), label)
        (username, displayName, email) = (form.username, form.displayName, form.email)
        (keepsEmail, usesPicture) = (form.keepsEmail, form.usesPicture)
        (usernameProblem, displayNameProblem) = (form.usernameProblem, form.displayNameProblem)
        (emailProblem, pictureField) = (form.emailProblem, PictureField(problem: form.pictureProblem, visit: visit))
        problems = FieldProblem.list([
            "username": form.usernameProblem, "display_name": form.displayNameProblem, "picture": form.pictureProblem,
            "email": form.emailProblem,
        ])
    }
}
