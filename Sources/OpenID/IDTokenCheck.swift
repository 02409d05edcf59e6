import FoundationEssentials
import SafeText

/// The reason why an ID token is refused. It is written to the log.
struct IDTokenRefusal: Error {
    var reason: String
    /// Whether the token is refused only because the user did not sign in at the provider just now.
    var isNotAsked = false
}

/// The header of an ID token, with the signature algorithm and the key ID (RFC 7515, section 4.1).
struct IDTokenHeader {
    let algorithm: SigningAlgorithm
    let kid: String?

    init(_ token: String) throws(IDTokenRefusal) {
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.bytes(parts[0]), let fields = try? UntrustedJSON.decode(Fields.self, from: bytes)
        else {
            throw IDTokenRefusal(reason: "id token: not a signed token")
        }
        guard fields.crit == nil else { throw IDTokenRefusal(reason: "id token: asks for an extension") }
        guard let algorithm = SigningAlgorithm(rawValue: fields.alg) else {
            throw IDTokenRefusal(
                reason: "id token: the algorithm \(fields.alg.filter { $0.isASCII && !$0.isNewline }.prefix(10)) is not taken")
        }
        (self.algorithm, kid) = (algorithm, fields.kid)
    }

    private struct Fields: Decodable {
        var alg: String
        var kid: String?
        var crit: [String]?
    }
}

/// Checks the claims of a token whose signature is valid (OpenID Connect Core 1.0, section 3.1.3.7).
struct IDTokenCheck {
    var issuer: String
    var clientID: String
    var nonce: String
    var isReauthentication: Bool
    var now: Date
    /// The number of seconds by which the provider's clock may differ from ours.
    static let skew: TimeInterval = 60
    /// The maximum number of seconds since the user signed in at the provider. Such a recent sign-in confirms the user's identity, in place
    /// of the password.
    static let fresh: TimeInterval = 300

    func check(_ claims: Claims) throws(IDTokenRefusal) {
        guard claims.issuer == issuer else { throw IDTokenRefusal(reason: "id token: of another issuer") }
        guard claims.audience.contains(clientID) else { throw IDTokenRefusal(reason: "id token: for another audience") }
        guard claims.audience.count == 1 || claims.authorizedParty != nil, claims.authorizedParty ?? clientID == clientID else {
            throw IDTokenRefusal(reason: "id token: for another authorized party")
        }
        guard claims.nonce == nonce else { throw IDTokenRefusal(reason: "id token: of another nonce") }
        guard let subject = claims.subject, subject.utf8.count <= 255, subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw IDTokenRefusal(reason: "id token: no subject of 1 to 255 ASCII characters")
        }
        try checkTimes(claims)
        if isReauthentication { try checkAuthTime(claims) }
    }

    private func checkTimes(_ claims: Claims) throws(IDTokenRefusal) {
        guard let expires = claims.expires, now < expires + Self.skew else { throw IDTokenRefusal(reason: "id token: expired") }
        guard let issued = claims.issued, issued <= now + Self.skew else { throw IDTokenRefusal(reason: "id token: issued in the future") }
        guard claims.notBefore.map({ $0 <= now + Self.skew }) ?? true else { throw IDTokenRefusal(reason: "id token: not valid yet") }
    }

    private func checkAuthTime(_ claims: Claims) throws(IDTokenRefusal) {
        guard let time = claims.authTime else { throw IDTokenRefusal(reason: "id token: no auth_time", isNotAsked: true) }
        guard now.timeIntervalSince(time) <= Self.fresh, time <= now + Self.skew else {
            throw IDTokenRefusal(reason: "id token: auth_time is not within 5 minutes", isNotAsked: true)
        }
    }
}
