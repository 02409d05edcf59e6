public import FoundationEssentials

/// An identity that a provider has confirmed. `issuer` and `subject` together identify the user. All other claims may change, and may be
/// untrue.
public struct OpenIDIdentity: Sendable {
    /// The name of the provider, as in `OpenIDProviderSettings.name`.
    public var provider: String
    public var issuer: String
    public var subject: String
    public var email: String?
    public var isEmailVerified: Bool
    public var name: String?
    public var preferredUsername: String?
    /// The address of the user's picture, for `OpenIDClient.picture`. Its host is the host of the issuer or of one of the provider's
    /// endpoints.
    public var picture: String?
    /// The time when the user last entered their credentials at the provider. Nil if the provider does not say.
    public var authTime: Date?

    public init(
        provider: String, issuer: String, subject: String, email: String?, isEmailVerified: Bool, name: String?, preferredUsername: String?,
        picture: String?, authTime: Date?
    ) {
        (self.provider, self.issuer, self.subject) = (provider, issuer, subject)
        (self.email, self.isEmailVerified, self.name, self.preferredUsername) = (email, isEmailVerified, name, preferredUsername)
        (self.picture, self.authTime) = (picture, authTime)
    }
}
