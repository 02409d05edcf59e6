import FoundationEssentials
import Hummingbird
import Postgres
import Web

/// The second factor of whoever is signed in: on, off, and its recovery codes.
struct SecondFactorRoutes {
    private let queries = SecondFactorQueries()

    func add(to site: Site) {
        site.get("/account/second-factor") { visit in try await show(visit) }
        site.post("/account/second-factor") { visit in try await setUp(visit) }
        site.post("/account/second-factor/proof") { visit in try await prove(visit) }
        site.get("/account/second-factor/codes") { visit in try await ask(.recoveryCodes, visit) }
        site.post("/account/second-factor/codes") { visit in try await renewCodes(visit) }
        site.get("/account/second-factor/removal") { visit in try await ask(.removal, visit) }
        site.post("/account/second-factor/removal") { visit in try await remove(visit) }
    }

    // MARK: Switching on

    private func show(_ visit: Visit, _ refusal: Refusal? = nil) async throws -> Response {
        let session = try visit.signedIn()
        let state = try await visit.database.read(queries.state(of: session.account))
        let (isAdmin, policy) = (session.memberships.values.contains { $0.isAdmin }, visit.services.settings.secondFactor)
        let page = SecondFactorPage(
            layout: visit.layout(), username: session.username, since: state.since.map(Moment.init), recoveryCodes: state.codesSentence,
            isRequired: isAdmin && policy == .admins, isRequiredOfAll: policy == .everybody, confirmation: try await visit.confirmation(),
            problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    /// Makes a secret and shows it once, in the answer itself: nobody else who has the session can look at it.
    private func setUp(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await show(visit, refusal)
        }
        let (secret, setup) = (TOTP.makeSecret(), SessionToken())
        let sealed = try visit.services.storedSecret.seal(secret, for: session.account)
        let (_, kept) = try await visit.database.write(
            session.useConfirmation, queries.keep(sealed, setup: setup.hash, of: session.account))
        guard kept == 1 else { return visit.redirect(to: SecondFactorPage.path) }
        return try setupPage(secret, setup, visit)
    }

    private func setupPage(_ secret: [UInt8], _ setup: SessionToken, _ visit: Visit, _ refusal: Refusal? = nil) throws -> Response {
        let address = TOTP(secret: secret).address(issuer: visit.issuer, account: try visit.signedIn().username)
        let page = SecondFactorSetupPage(
            layout: visit.layout(), secret: Base32.groups(Base32.encode(secret), separator: " "), address: address, qr: QRView(address),
            setup: setup.text, codeProblem: refusal?.sentence)
        var response = try visit.page(page, status: refusal?.status ?? .ok)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func prove(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let setup = SessionToken(cookie: visit.form["setup"]),
            let sealed = try await visit.database.read(queries.unproven(session.account, setup: setup.hash))
        else { return visit.redirect(to: SecondFactorPage.path) }
        let secret = try visit.services.storedSecret.open(sealed, for: session.account)
        let step: Int
        do {
            step = try provenStep(secret, visit)
        } catch let refusal as Refusal {
            return try setupPage(secret, setup, visit, refusal)
        }
        let codes = RecoveryCode.makeAll()
        let (_, kept) = try await visit.database.write(
            session.useConfirmation,
            queries.prove(
                session.account, setup: setup.hash, step: step, recoveryCodes: codes.map { $0.hash(for: session.account) }))
        guard kept > 0 else { return visit.redirect(to: SecondFactorPage.path) }
        visit.services.sessions.forget(session.account)
        visit.note(.secondFactorOn)
        return try codesPage(codes, isNew: true, visit)
    }

    /// The time step of the form's code. Throws `Refusal`.
    private func provenStep(_ secret: [UInt8], _ visit: Visit) throws -> Int {
        let code = try TypedCode(visit.form)
        try visit.spend(code, of: try visit.signedIn().account)
        guard case .digits(let digits) = code, let step = TOTP(secret: secret).step(of: digits, at: Date(), after: 0) else {
            visit.note(.codeRefused)
            throw Refusal(
                .unprocessableContent, "That code is not right. Type the one that is shown now, and see that the phone's clock is right.")
        }
        return step
    }

    private func codesPage(_ codes: [RecoveryCode], isNew: Bool, _ visit: Visit) throws -> Response {
        let page = RecoveryCodesPage(
            layout: visit.layout(), isNew: isNew, codes: codes.map(\.text), text: codes.map(\.text).joined(separator: "\n"))
        var response = try visit.page(page)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    // MARK: New recovery codes, and switching off

    private func ask(
        _ step: SecondFactorStepPage.Step, _ visit: Visit, password: Refusal? = nil, code: Refusal? = nil
    ) async throws -> Response {
        let session = try visit.signedIn()
        guard try await visit.hasSecondFactor(session.account) else { return visit.redirect(to: SecondFactorPage.path) }
        let page = try await SecondFactorStepPage(step, visit, problem: password?.sentence, codeProblem: code?.sentence)
        let refusal = password ?? code
        var response = try visit.page(page, status: refusal?.status ?? .ok)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }

    /// Returns the page that says why not. Nil if both the password and the code are right.
    private func refusal(of step: SecondFactorStepPage.Step, _ visit: Visit) async throws -> Response? {
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await ask(step, visit, password: refusal)
        }
        do {
            try await visit.confirmSecondFactor()
        } catch let refusal as Refusal {
            return try await ask(step, visit, code: refusal)
        }
        return nil
    }

    private func renewCodes(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        if let refused = try await refusal(of: .recoveryCodes, visit) { return refused }
        let codes = RecoveryCode.makeAll()
        let (_, _, kept) = try await visit.database.write(
            session.useConfirmation, queries.forgetRecoveryCodes(of: session.account),
            queries.keepRecoveryCodes(codes.map { $0.hash(for: session.account) }, of: session.account))
        guard kept > 0 else { return visit.redirect(to: SecondFactorPage.path) }
        visit.note(.recoveryCodesMade)
        return try codesPage(codes, isNew: false, visit)
    }

    private func remove(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        if let refused = try await refusal(of: .removal, visit) { return refused }
        try await visit.database.write(session.useConfirmation, queries.remove(session.account))
        visit.services.sessions.forget(session.account)
        visit.note(.secondFactorOff)
        return visit.redirect(to: "/account")
    }
}
