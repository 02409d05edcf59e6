import HTMLTemplates
import HTTPTypes
import Hummingbird
import OpenID
import Postgres
import Web

/// The first sign-in with a provider: an account of one's own, or the one that there is already.
struct WelcomeRoutes {
    private let queries = ProviderQueries()

    func add(to site: Site) {
        site.get("/welcome") { visit in try await show(visit) }
        site.upload("/welcome") { visit in try await create(visit) }
        site.post("/welcome/link") { visit in try await link(visit) }
    }

    /// Whom a provider has just named in this browser.
    private struct Newcomer: Sendable {
        var mark: BrowserMark
        var pending: PendingIdentity
        var provider: OpenIDProviderSettings

        var identity: OpenIDIdentity { pending.identity }
    }

    private func newcomer(_ visit: Visit) async throws -> Newcomer? {
        guard let mark = BrowserMark(of: visit),
            let pending = try await visit.database.read(queries.pending(browser: mark.hash, session: nil)),
            let provider = visit.services.openID.providers.first(where: { $0.name == pending.identity.provider })
        else { return nil }
        return Newcomer(mark: mark, pending: pending, provider: provider)
    }

    private func tooLate(_ visit: Visit) async throws -> Response {
        if visit.session != nil { return visit.redirect(to: "/") }
        return try await visit.signInPage(next: "", Refusal(.gone, "That took longer than half an hour. Please sign in again."))
    }

    private func show(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else { return try await tooLate(visit) }
        let free = try await visit.database.read(queries.free(newcomer.identity.usernames))
        let form = WelcomeForm(username: free ?? "", displayName: newcomer.identity.shownName)
        return try await page(form, newcomer, visit)
    }

    /// - Parameters:
    ///   - login: what was typed to link an account.
    ///   - refusal: of that.
    private func page(
        _ form: WelcomeForm, _ newcomer: Newcomer, _ visit: Visit, status: HTTPResponse.Status = .ok, login: String = "",
        refusal: Refusal? = nil
    ) async throws -> Response {
        let offered = newcomer.identity.offeredEmail
        var hasAccount = false
        // Whoever asks for many addresses is not told which are known.
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

    // MARK: An account of one's own

    private func create(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else {
            for try await _ in visit.request.body {}
            return try await tooLate(visit)
        }
        // Nobody has this number: each newcomer's files are counted apart.
        let holder = Holder(account: ID(-newcomer.pending.id), network: visit.network)
        return try await Upload.receive(visit, for: holder, within: .registration(visit)) { upload in
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
            return try await create(form, newcomer, upload, holder, visit)
        }
    }

    private func create(
        _ form: WelcomeForm, _ newcomer: Newcomer, _ upload: Upload, _ holder: Holder, _ visit: Visit
    ) async throws -> Response {
        var form = form
        do {
            let picture = try await picture(form, newcomer.identity, upload, holder, visit)
            let make = queries.create(
                form, email: form.chosenEmail(of: newcomer.identity), browser: newcomer.mark.hash, label: newcomer.provider.label)
            let (account, _) = try await visit.database.write(make, and: picture.map { [AccountPictureQueries().keep($0)] } ?? [])
            guard let account else { return try await tooLate(visit) }
            return visit.unmarking(try await visit.begin(as: account, by: .newAccount, next: newcomer.pending.next))
        } catch let refusal as Refusal {
            form.pictureProblem = refusal.sentence
            return try await page(form, newcomer, visit, status: refusal.status)
        } catch let error as DatabaseError where form.note(error) {
            return try await page(form, newcomer, visit, status: .unprocessableContent)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            // In another browser they were faster.
            return try await tooLate(visit)
        }
    }

    /// The one that was sent, or else the provider's, if they want it; nil: neither. Throws `Refusal`.
    private func picture(
        _ form: WelcomeForm, _ identity: OpenIDIdentity, _ upload: Upload, _ holder: Holder, _ visit: Visit
    ) async throws -> AccountPicture? {
        let maker = AccountPictureMaker(services: visit.services, holder: holder)
        if let sent = try SentPicture(upload) { return try await maker.picture(of: sent) }
        guard form.usesPicture, identity.picture != nil else { return nil }
        do {
            return try await maker.picture(of: try await visit.services.openID.picture(identity))
        } catch let failure as OpenIDFailure {
            throw Refusal(failure)
        }
    }

    // MARK: The account that there is

    private func link(_ visit: Visit) async throws -> Response {
        guard let newcomer = try await newcomer(visit) else { return try await tooLate(visit) }
        let login = visit.form.line("login").prefix(scalars: 254)
        do {
            let (account, proof) = try await visit.account(login: login, password: visit.form["password"])
            // The password alone opens no account that has a second factor, and so it links nothing to it.
            guard try await !visit.hasSecondFactor(account) else { throw Self.needsCode(newcomer.provider) }
            try await visit.database.write(
                proof.check(account, isComplete: true),
                queries.link(to: account, browser: newcomer.mark.hash, session: nil, label: newcomer.provider.label))
            visit.note(.providerLinked, of: account, ["provider": "\(newcomer.provider.name)"])
            return visit.unmarking(try await visit.begin(as: account, by: proof, next: newcomer.pending.next))
        } catch let refusal as Refusal {
            return try await linkingAgain(newcomer, login, refusal, visit)
        } catch let error as DatabaseError where error.constraint == "account_identities_once" {
            return try await linkingAgain(newcomer, login, WayRoutes.linkedAlready(newcomer.provider), visit)
        } catch let error as DatabaseError where error.constraint == "account_identities_taken" {
            return try await tooLate(visit)
        }
    }

    private static func needsCode(_ provider: OpenIDProviderSettings) -> Refusal {
        Refusal(
            .conflict,
            "That account has a second factor. Sign in to it with its password and a code, and then link \(provider.label) under Me."
        )
    }

    private func linkingAgain(_ newcomer: Newcomer, _ login: String, _ refusal: Refusal, _ visit: Visit) async throws -> Response {
        let free = try await visit.database.read(queries.free(newcomer.identity.usernames))
        let form = WelcomeForm(username: free ?? "", displayName: newcomer.identity.shownName)
        return try await page(form, newcomer, visit, login: login, refusal: refusal)
    }
}

/// What somebody chooses who signs in with a provider for the first time.
struct WelcomePage: Page {
    static let template = "providers/welcome"
    static let path = "/welcome"
    var layout: Layout
    /// The provider's.
    var label: String
    var problems: [FieldProblem]
    var username: String
    var displayName: String
    var email: String
    /// The one that the provider names, and whether they keep it.
    var offeredEmail: String?
    var keepsEmail: Bool
    /// Whether the provider has a picture, and they want it.
    var hasPicture = false
    var usesPicture: Bool
    var usernameProblem: String?
    var displayNameProblem: String?
    var emailProblem: String?
    var pictureField: PictureField
    /// The address that the provider names is that of an account.
    var hasAccount = false
    /// They are about to link one.
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
