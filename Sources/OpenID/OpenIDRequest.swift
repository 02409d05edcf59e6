/// A sign-in that has started. Send the browser to `url`. Store the request in a secret place until the browser comes back.
public struct OpenIDRequest: Sendable, Codable {
    /// The name of the provider, as in `OpenIDProviderSettings.name`.
    public var provider: String
    public var state: String
    public var nonce: String
    /// The code verifier of PKCE (RFC 7636). It must stay secret.
    public var verifier: String
    public var redirectURI: String
    public var url: String
    /// Whether the provider must ask for the user's credentials again, even if the user is signed in there.
    public var isReauthentication: Bool

    public init(
        provider: String, state: String, nonce: String, verifier: String, redirectURI: String, url: String, isReauthentication: Bool
    ) {
        (self.provider, self.state, self.nonce, self.verifier) = (provider, state, nonce, verifier)
        (self.redirectURI, self.url, self.isReauthentication) = (redirectURI, url, isReauthentication)
    }
}
