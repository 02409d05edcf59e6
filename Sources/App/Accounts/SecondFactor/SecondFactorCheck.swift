import FoundationEssentials
import HTMLTemplates
import Postgres
import Web

extension Visit {
    /// The number of six-digit codes that users can try in one sign-in. It is also the number of codes that can be tried for one account
    /// without a pause (`RateLimiter.Limit.secondFactor`).
    static let maxCodeTries = 5

    /// Checks the code of the second factor that the user typed in the form, and marks the code as used. Throws `Refusal` if the code is
    /// not accepted.
    func confirmSecondFactor() async throws {
        let account = try signedIn().account
        let code = try TypedCode(form)
        try countCodeTry(code, of: account)
        try await checkAndUse(code, of: account)
    }

    /// Counts an attempt to enter a code, before the code is checked. Throws `Refusal` if there were too many attempts.
    ///
    /// Attempts with recovery codes are not counted, because recovery codes are too long to be guessed. The owner can therefore always use
    /// a recovery code, even after somebody else has typed many wrong codes.
    func countCodeTry(_ code: TypedCode, of account: ID<Account>) throws {
        if case .recovery = code { return }
        do {
            try services.limiter.spend(.secondFactor, by: account)
        } catch let problem as Problem {
            logSecurityEvent(.codeLimited, of: account)
            throw Refusal(problem)
        }
    }

    /// Checks a code of the account and marks the code as used. Throws `Refusal` if the code is wrong or was used before.
    func checkAndUse(_ code: TypedCode, of account: ID<Account>) async throws {
        switch code {
        case .digits(let digits):
            guard try await accepts(digits, of: account) else {
                logSecurityEvent(.codeRefused, of: account)
                throw Refusal(
                    .unprocessableContent, "That code is not right. Each code works only once: type the one that is shown now.")
            }
        case .recovery(let code):
            guard try await database.write(SecondFactorQueries().useRecoveryCode(code.hash(for: account), of: account)) == 1 else {
                logSecurityEvent(.codeRefused, of: account)
                throw Refusal(.unprocessableContent, "This is not one of your recovery codes, or it was used before. Each code works once.")
            }
            logSecurityEvent(.recoveryCodeUsed, of: account)
        }
    }

    /// Whether the six digits are right. If several parallel requests have the same code, only one request is accepted.
    private func accepts(_ digits: String, of account: ID<Account>) async throws -> Bool {
        guard let stored = try await database.read(SecondFactorQueries().secret(of: account)) else { return false }
        let totp = TOTP(secret: try services.storedSecret.open(stored.sealed, for: account))
        guard let step = totp.step(of: digits, at: Date(), after: stored.lastAcceptedStep) else { return false }
        return try await database.write(SecondFactorQueries().accept(step: step, of: account)) == 1
    }
}

/// The problems of the two fields in the template `_code.html`: the code of the authenticator, and the recovery code.
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
    static let secondFactor = RateLimiter.Limit(name: "second factor", burst: Double(Visit.maxCodeTries), secondsPerToken: 30)
}
