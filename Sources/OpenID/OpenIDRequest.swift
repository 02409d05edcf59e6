/// Where the browser goes, and what has to be kept, away from others, until it comes back.
public struct OpenIDRequest: Sendable, Codable {
    /// The provider's name.
    public var provider: String
    public var state: String
    public var nonce: String
    /// The secret half of PKCE (RFC 7636).
    public var verifier: String
    public var redirectURI: String
    public var url: String
    /// Whether the provider has to ask for the password, or what it has in its place, again.
    public var isReauthentication: Bool

    public init(
        provider: String, state: String, nonce: String, verifier: String, redirectURI: String, url: String, isReauthentication: Bool
    ) {
        (self.provider, self.state, self.nonce, self.verifier) = (provider, state, nonce, verifier)
        (self.redirectURI, self.url, self.isReauthentication) = (redirectURI, url, isReauthentication)
    }
}
