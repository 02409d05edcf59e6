import FoundationEssentials
import HTMLTemplates
import Postgres
import Web

extension Visit {
    /// Makes sure that whoever is signed in has the second factor at hand. The form's code counts once. Throws `Refusal`.
    func confirmSecondFactor() async throws {
        let account = try signedIn().account
        let code = try TypedCode(form)
        try spend(code, of: account)
        try await use(code, of: account)
    }

    /// Counts a code that is about to be looked at. Recovery codes have too many bits to be guessed, so they are not counted: whoever knows
    /// the password and types wrong codes cannot keep the owner out. Throws `Refusal` when there were too many.
    func spend(_ code: TypedCode, of account: ID<Account>) throws {
        if case .recovery = code { return }
        do {
            try services.limiter.spend(.secondFactor, by: account)
        } catch let problem as Problem {
            note(.codeLimited, of: account)
            throw Refusal(problem)
        }
    }

    /// Uses a code of the account up. Throws `Refusal` if it is wrong, or was used.
    func use(_ code: TypedCode, of account: ID<Account>) async throws {
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
                throw Refusal(.unprocessableContent, "That is none of your recovery codes, or it was used before. Each works once.")
            }
            note(.recoveryCodeUsed, of: account)
        }
    }

    /// One of several parallel requests with the same code is accepted.
    private func accepts(_ digits: String, of account: ID<Account>) async throws -> Bool {
        guard let stored = try await database.read(SecondFactorQueries().secret(of: account)) else { return false }
        let totp = TOTP(secret: try services.storedSecret.open(stored.sealed, for: account))
        guard let step = totp.step(of: digits, at: Date(), after: stored.lastStep) else { return false }
        return try await database.write(SecondFactorQueries().accept(step: step, of: account)) == 1
    }
}

/// The fields for a code, and what is wrong with it: for `_code.html`.
struct CodeView: ViewModel {
    var codeProblem: String?
    var recoveryProblem: String?

    /// - Parameter form: as it was sent. Its problem is told at the field that was filled in.
    init(problem: String? = nil, of form: Form = Form()) {
        let isRecovery = TypedCode.isRecovery(form)
        codeProblem = isRecovery ? nil : problem
        recoveryProblem = isRecovery ? problem : nil
    }
}

extension RateLimiter.Limit {
    /// By account, of six digits that whoever knows the password has typed.
    static let secondFactor = RateLimiter.Limit(name: "second factor", burst: 5, secondsPerToken: 30)
}
