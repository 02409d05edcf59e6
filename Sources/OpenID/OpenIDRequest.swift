/// A sign-in that has started. Send the browser to `url`, and store the request secretly until the browser comes back.
public struct OpenIDRequest: Sendable, Codable {
    /// The `name` of the provider in `OpenIDProviderSettings`.
    public var provider: String
    public var state: String
    public var nonce: String
    /// The code verifier of PKCE, which is a secret (RFC 7636).
    public var verifier: String
    public var redirectURI: String
    public var url: String
    /// Whether the provider has to ask for the user's credentials again.
    public var isReauthentication: Bool

    public init(
        provider: String, state: String, nonce: String, verifier: String, redirectURI: String, url: String, isReauthentication: Bool
    ) {
        (self.provider, self.state, self.nonce, self.verifier) = (provider, state, nonce, verifier)
        (self.redirectURI, self.url, self.isReauthentication) = (redirectURI, url, isReauthentication)
    }
}
