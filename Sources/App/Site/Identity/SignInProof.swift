import Postgres

/// The reason why a person may sign in to an account. It is checked again in the transaction that signs them in, because the password may
/// have been changed, or the provider unlinked, since it was verified.
enum SignInProof: Sendable {
    case newAccount
    case password(hash: String)
    case provider(issuer: String, subject: String)
    /// The hash of the cookie of a sign-in that lacked only the code of the second factor.
    case code(pending: Bytes)

    var label: String {
        switch self {
        case .newAccount: "registration"
        case .password: "password"
        case .provider: "provider"
        case .code: "second factor"
        }
    }

    /// Belongs at the beginning of a transaction: checks the proof, and locks the account. The transaction fails with the constraint
    /// `access_proof` if the proof is no longer valid.
    /// - Parameter isComplete: whether the person is asked for nothing more. Without a code, it then fails if a second factor was switched
    /// on meanwhile.
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
