public import FoundationEssentials

/// Who the provider says somebody is. `issuer` and `subject` together name them; all else may change, or be anybody's.
public struct OpenIDIdentity: Sendable {
    /// The provider's name in the configuration.
    public var provider: String
    public var issuer: String
    public var subject: String
    public var email: String?
    public var isEmailVerified: Bool
    public var name: String?
    public var preferredUsername: String?
    /// The address of a picture that `OpenIDClient.picture` may fetch: on a host that the provider's discovery names.
    public var picture: String?
    /// When they last proved at the provider who they are.
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
