import JWTKit

/// How a provider of the tests behaves: well, but for what a test changes.
struct Behaviour: Sendable {
    /// Changes in what it says; null takes a field away.
    var discovery: [String: JWTHeaderField] = [:]
    var claims: [String: JWTHeaderField] = [:]
    var userinfo: [String: JWTHeaderField] = ["name": "Ana Fan", "email": "ana@example.org", "email_verified": true]
    /// Changes in the query with which the browser comes back.
    var answer: [String: String?] = [:]
    var signature = Signature.own
    /// What the token says signed it; nil: the key's name.
    var kid: String??
    /// In its JWKS; nil: the one that signs.
    var published: [[String: JWTHeaderField]]?
    /// What it does at a path instead of answering.
    var tricks: [String: Trick] = [:]

    enum Signature: Sendable {
        case own
        case none
        /// HS256, with the public key as everybody's secret.
        case publicKey
        case by(SigningKey)
    }

    enum Trick: Sendable {
        case status(Int, String)
        case redirect(String)
        /// Sends without end, as fast as it is read.
        case endless
        /// Sends a byte every tenth of a second.
        case dripping
        case silent
    }
}
