import FoundationEssentials
import Hummingbird
import Postgres
import Web

struct SecondFactorRoutes {
    private let queries = SecondFactorQueries()

    func add(to site: Site) {
        site.get("/account/second-factor") { visit in try await show(visit) }
        site.post("/account/second-factor") { visit in try await setUp(visit) }
        site.post("/account/second-factor/proof") { visit in try await confirm(visit) }
        site.get("/account/second-factor/codes") { visit in try await showStep(.recoveryCodes, visit) }
        site.post("/account/second-factor/codes") { visit in try await renewCodes(visit) }
        site.get("/account/second-factor/removal") { visit in try await showStep(.removal, visit) }
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

    /// Creates a secret and shows it once, in the response. No page shows the secret again, so that nobody else who uses this session can
    /// read it.
    private func setUp(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await show(visit, refusal)
        }
        let (secret, setup) = (TOTP.makeSecret(), SessionToken())
        let sealed = try visit.services.storedSecret.seal(secret, for: session.account)
        let (_, storedCount) = try await visit.database.write(
            session.useConfirmation, queries.upsertUnconfirmed(sealed, setup: setup.hash, of: session.account))
        guard storedCount == 1 else { return visit.redirect(to: SecondFactorPage.path) }
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

    private func confirm(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        guard let setup = SessionToken(cookie: visit.form["setup"]),
            let sealed = try await visit.database.read(queries.unconfirmedSecret(of: session.account, setup: setup.hash))
        else { return visit.redirect(to: SecondFactorPage.path) }
        let secret = try visit.services.storedSecret.open(sealed, for: session.account)
        let step: Int
        do {
            step = try checkedStep(secret, visit)
        } catch let refusal as Refusal {
            return try setupPage(secret, setup, visit, refusal)
        }
        let codes = RecoveryCode.makeAll()
        let (_, storedCount) = try await visit.database.write(
            session.useConfirmation,
            queries.confirm(
                session.account, setup: setup.hash, step: step, recoveryCodes: codes.map { $0.hash(for: session.account) }))
        guard storedCount > 0 else { return visit.redirect(to: SecondFactorPage.path) }
        visit.services.sessions.evict(session.account)
        visit.logSecurityEvent(.secondFactorOn)
        return try codesPage(codes, isNew: true, visit)
    }

    private func checkedStep(_ secret: [UInt8], _ visit: Visit) throws -> Int {
        let code = try TypedCode(visit.form)
        try visit.countCodeTry(code, of: try visit.signedIn().account)
        guard case .digits(let digits) = code, let step = TOTP(secret: secret).step(of: digits, at: Date(), after: 0) else {
            visit.logSecurityEvent(.codeRefused)
            throw Refusal(
                .unprocessableContent, "That code is not right. Type the one shown now, and check that your phone's clock is right.")
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

    // MARK: Renewing recovery codes and switching off

    private func showStep(
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

    /// The page that explains why the step is refused. Nil if both the password and the code are right.
    private func refusalPage(for step: SecondFactorStepPage.Step, _ visit: Visit) async throws -> Response? {
        do {
            try await visit.confirmIdentity()
        } catch let refusal as Refusal {
            return try await showStep(step, visit, password: refusal)
        }
        do {
            try await visit.confirmSecondFactor()
        } catch let refusal as Refusal {
            return try await showStep(step, visit, code: refusal)
        }
        return nil
    }

    private func renewCodes(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        if let refused = try await refusalPage(for: .recoveryCodes, visit) { return refused }
        let codes = RecoveryCode.makeAll()
        let (_, _, storedCount) = try await visit.database.write(
            session.useConfirmation, queries.deleteRecoveryCodes(of: session.account),
            queries.insertRecoveryCodes(codes.map { $0.hash(for: session.account) }, of: session.account))
        guard storedCount > 0 else { return visit.redirect(to: SecondFactorPage.path) }
        visit.logSecurityEvent(.recoveryCodesMade)
        return try codesPage(codes, isNew: false, visit)
    }

    private func remove(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        if let refused = try await refusalPage(for: .removal, visit) { return refused }
        try await visit.database.write(session.useConfirmation, queries.delete(of: session.account))
        visit.services.sessions.evict(session.account)
        visit.logSecurityEvent(.secondFactorOff)
        return visit.redirect(to: "/account")
    }
}
