import Postgres

/// The proof that a person may sign in to an account. The proof is checked again in the transaction that starts the session, because the
/// password may have been changed, or the provider unlinked, since the first check.
enum SignInProof: Sendable {
    case newAccount
    case password(hash: String)
    case provider(issuer: String, subject: String)
    /// The person has entered the code of the second factor. `pending` is the hash of the token in the cookie that the browser got after
    /// the first factor.
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
    /// - Parameter isComplete: true if the person does not have to enter a code after this. If the account has a second factor, only a
    /// `code` is then accepted as the proof.
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
