import FoundationEssentials
import JWTKit
import SafeText

/// The claims (facts about the user) in an ID token, or in an answer of the userinfo endpoint. A claim whose type is not the expected one
/// counts as missing.
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
        // JWTKit decodes the claims of a token without `UntrustedJSON`. So this function limits their combining marks.
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
        // Some providers send the string "true" instead of a Bool.
        isEmailVerified = (try? container.decode(Bool.self, forKey: .isEmailVerified)) ?? (text(.isEmailVerified) == "true")
    }

    /// JWTKit calls this function after it has checked the signature. The function checks nothing, because `IDTokenCheck` checks the
    /// claims.
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
