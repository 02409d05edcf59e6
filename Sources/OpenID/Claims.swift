import FoundationEssentials
import JWTKit
import SafeText

/// What an ID token or the userinfo endpoint says. What has not the type that it should have is as if it were not there.
struct Claims: JWTPayload {
    var issuer: String?
    var subject: String?
    var audience: [String]
    var authorizedParty: String?
    var expires: Date?
    var issued: Date?
    var notBefore: Date?
    var authTime: Date?
    var nonce: String?
    var email: String?
    var isEmailVerified: Bool
    var name: String?
    var preferredUsername: String?
    var picture: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // JWTKit decodes a token's claims, so they have not passed `UntrustedJSON`.
        func text(_ key: CodingKeys) -> String? {
            (try? container.decode(String.self, forKey: key)).flatMap { $0.isEmpty ? nil : StreamSafeText.text($0) }
        }
        func time(_ key: CodingKeys) -> Date? {
            (try? container.decode(Double.self, forKey: key)).map { Date(timeIntervalSince1970: $0) }
        }
        (issuer, subject, nonce, authorizedParty) = (text(.issuer), text(.subject), text(.nonce), text(.authorizedParty))
        audience = text(.audience).map { [$0] } ?? (try? container.decode([String].self, forKey: .audience)) ?? []
        (expires, issued, notBefore, authTime) = (time(.expires), time(.issued), time(.notBefore), time(.authTime))
        (email, name, preferredUsername, picture) = (text(.email), text(.name), text(.preferredUsername), text(.picture))
        // Some providers write it as a text.
        isEmailVerified = (try? container.decode(Bool.self, forKey: .isEmailVerified)) ?? (text(.isEmailVerified) == "true")
    }

    /// A signature is all that a key can vouch for; the rest is in `IDTokenCheck`.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case authorizedParty = "azp"
        case expires = "exp"
        case issued = "iat"
        case notBefore = "nbf"
        case authTime = "auth_time"
        case nonce, email, name, picture
        case isEmailVerified = "email_verified"
        case preferredUsername = "preferred_username"
    }
}
