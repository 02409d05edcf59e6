import FoundationEssentials
import HTMLTemplates
import Postgres
import Web

extension Visit {
    /// Checks the form's code of the second factor for the signed-in account, and uses it up. Throws `Refusal`.
    func confirmSecondFactor() async throws {
        let account = try signedIn().account
        let code = try TypedCode(form)
        try spend(code, of: account)
        try await redeem(code, of: account)
    }

    /// Counts an attempt to enter a code, before the code is checked. Throws `Refusal` if there were too many attempts.
    ///
    /// Recovery codes are too long to be guessed and are not counted. Somebody who knows the password and types wrong codes therefore
    /// cannot lock the owner out.
    func spend(_ code: TypedCode, of account: ID<Account>) throws {
        if case .recovery = code { return }
        do {
            try services.limiter.spend(.secondFactor, by: account)
        } catch let problem as Problem {
            note(.codeLimited, of: account)
            throw Refusal(problem)
        }
    }

    /// Checks a code of the account and uses it up. Throws `Refusal` if the code is wrong or was used before.
    func redeem(_ code: TypedCode, of account: ID<Account>) async throws {
        switch code {
        case .digits(let digits):
            guard try await accepts(digits, of: account) else {
                note(.codeRefused, of: account)
                throw Refusal(
                    .unprocessableContent, "That code is not right. Each code works once, for half a minute: type the one shown now.")
            }
        case .recovery(let code):
            guard try await database.write(SecondFactorQueries().useRecoveryCode(code.hash(for: account), of: account)) == 1 else {
                note(.codeRefused, of: account)
                throw Refusal(.unprocessableContent, "This is not one of your recovery codes, or it was used before. Each code works once.")
            }
            note(.recoveryCodeUsed, of: account)
        }
    }

    /// Accepts only one of several parallel requests with the same code.
    private func accepts(_ digits: String, of account: ID<Account>) async throws -> Bool {
        guard let stored = try await database.read(SecondFactorQueries().secret(of: account)) else { return false }
        let totp = TOTP(secret: try services.storedSecret.open(stored.sealed, for: account))
        guard let step = totp.step(of: digits, at: Date(), after: stored.lastAcceptedStep) else { return false }
        return try await database.write(SecondFactorQueries().accept(step: step, of: account)) == 1
    }
}

/// The code fields of `_code.html` with their problems.
struct CodeView: ViewModel {
    var codeProblem: String?
    var recoveryProblem: String?

    init(problem: String? = nil, of form: Form = Form()) {
        let isRecovery = TypedCode.isRecovery(form)
        codeProblem = isRecovery ? nil : problem
        recoveryProblem = isRecovery ? problem : nil
    }
}

extension RateLimiter.Limit {
    /// Six-digit codes that are typed, counted by account.
    static let secondFactor = RateLimiter.Limit(name: "second factor", burst: 5, secondsPerToken: 30)
}
