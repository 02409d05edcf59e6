import Postgres

/// Why somebody is let into an account. It is checked again in the transaction that lets them in, as the password may be changed, or the
/// provider unlinked, while they were verified.
enum SignInProof: Sendable {
    /// This request has made the account.
    case newAccount
    /// The hash of the password that was verified.
    case password(hash: String)
    case provider(issuer: String, subject: String)
    /// The hash of the cookie of a sign-in that lacked only the code of the second factor.
    case code(pending: Bytes)

    /// For the log of security events.
    var way: String {
        switch self {
        case .newAccount: "registration"
        case .password: "password"
        case .provider: "provider"
        case .code: "second factor"
        }
    }

    /// For the beginning of a transaction: checks the proof, and locks the account. The transaction fails with the constraint `access_proof`
    /// if the proof does not hold any more.
    /// - Parameter isComplete: whether nothing more is asked of the person. Without a code it fails if a second factor was switched on meanwhile.
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
