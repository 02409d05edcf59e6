import Postgres

/// The proof that a person may sign in to an account. It is checked again in the transaction that starts the session. Since the first
/// check, the password may have been changed, or the provider unlinked.
enum SignInProof: Sendable {
    case newAccount
    case password(hash: String)
    case provider(issuer: String, subject: String)
    /// The person has entered the code of their second factor. `pending` is the hash of the cookie that stands for the sign-in without the
    /// code.
    case code(pending: Bytes)

    var label: String {
        switch self {
        case .newAccount: "registration"
        case .password: "password"
        case .provider: "provider"
        case .code: "second factor"
        }
    }

    /// Checks the proof, and locks the account. This has to be the first statement of a transaction. The transaction fails with the
    /// constraint `access_proof` if the proof is no longer valid.
    /// - Parameter isComplete: true if the session starts after this proof. Then a proof without a code fails if the account has a second
    /// factor.
    func check(_ account: ID<Account>, isComplete: Bool) -> Query<Bool> {
        var (password, issuer, subject, pending) = (nil as String?, nil as String?, nil as String?, nil as Bytes?)
        switch self {
        case .newAccount: break
        case .password(let hash): password = hash
        case .provider(let of, let id): (issuer, subject) = (of, id)
        case .code(let token): pending = token
        }
        return .one("SELECT prove_access($1, $2, $3, $4, $5, $6)", account, password, issuer, subject, pending, isComplete)
    }
}
