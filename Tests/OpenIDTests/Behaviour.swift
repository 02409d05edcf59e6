import JWTKit

/// The behaviour of a provider: correct, except for what a test changes.
struct Behaviour: Sendable {
    /// Changed fields of its responses. Null removes a field.
    var discovery: [String: JWTHeaderField] = [:]
    var claims: [String: JWTHeaderField] = [:]
    var userinfo: [String: JWTHeaderField] = ["name": "Ana Fan", "email": "ana@example.org", "email_verified": true]
    /// Changed fields of the query with which it redirects back.
    var answer: [String: String?] = [:]
    var signature = Signature.own
    /// The key ID in the token's header. Nil for the ID of the signing key.
    var kid: String??
    /// The keys in its JWKS. Nil for the signing key alone.
    var published: [[String: JWTHeaderField]]?
    /// What it does at a path instead of a normal response.
    var tricks: [String: Trick] = [:]

    enum Signature: Sendable {
        case own
        case none
        /// HS256 with the public key as secret.
        case publicKey
        case by(SigningKey)
    }

    enum Trick: Sendable {
        case status(Int, String)
        case redirect(String)
        /// Sends bytes without end, as fast as they are read.
        case endless
        /// Sends a byte every tenth of a second.
        case dripping
        case silent
    }
}
