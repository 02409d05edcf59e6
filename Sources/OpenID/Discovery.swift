import OutgoingHTTP
import SafeText

/// The metadata of a provider: its endpoints and abilities (OpenID Connect Discovery 1.0, section 3).
struct Discovery: Sendable {
    let authorization: WebAddress
    let token: WebAddress
    let keys: WebAddress
    let userinfo: WebAddress?
    let secretGoesInForm: Bool
    /// Whether the provider's callbacks contain the parameter `iss`, which names the issuer (RFC 9207).
    let answersNameIssuer: Bool
    let scopes: [String]
    let reach: Reach

    struct Refusal: Error { var reason: String }

    static func address(of issuer: String) -> WebAddress? {
        WebAddress((issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration")
    }

    /// Throws if the document names another issuer, if an endpoint is missing, or if `reach` does not allow the address of an endpoint.
    init(_ reply: Reply, issuer: String, reach: Reach) throws(Refusal) {
        guard reply.status == 200 else { throw Refusal(reason: "discovery: status \(reply.status)") }
        guard let document = try? UntrustedJSON.decode(Document.self, from: reply.body) else {
            throw Refusal(reason: "discovery: not the JSON that was expected")
        }
        // The document must name this issuer (OpenID Connect Discovery 1.0, section 4.3).
        guard document.issuer == issuer else { throw Refusal(reason: "discovery: names another issuer") }
        authorization = try Self.endpoint("authorization_endpoint", document.authorizationEndpoint, reach)
        token = try Self.endpoint("token_endpoint", document.tokenEndpoint, reach)
        keys = try Self.endpoint("jwks_uri", document.jwksURI, reach)
        userinfo = try document.userinfoEndpoint.map { text throws(Refusal) in try Self.endpoint("userinfo_endpoint", text, reach) }
        self.reach = reach.naming([authorization, token, keys] + (userinfo.map { [$0] } ?? []), isInside: reply.isFromInside)
        secretGoesInForm = try Self.secretGoesInForm(document.tokenEndpointAuthMethods)
        answersNameIssuer = document.answersNameIssuer ?? false
        scopes = ["openid", "email", "profile"].filter { $0 == "openid" || document.scopes?.contains($0) ?? true }
    }

    private static func endpoint(_ name: String, _ text: String?, _ reach: Reach) throws(Refusal) -> WebAddress {
        guard let address = text.flatMap(WebAddress.init), reach.allows(address) else {
            throw Refusal(reason: "discovery: \(name) is missing, or may not be asked")
        }
        return address
    }

    /// Returns whether the client secret is sent in the form instead of a header. If the provider does not list its methods, the default is
    /// `client_secret_basic`, which is a header.
    private static func secretGoesInForm(_ methods: [String]?) throws(Refusal) -> Bool {
        guard let methods, !methods.contains("client_secret_basic") else { return false }
        guard methods.contains("client_secret_post") else { throw Refusal(reason: "discovery: takes no client secret that we could send") }
        return true
    }

    private struct Document: Decodable {
        var issuer: String
        var authorizationEndpoint: String?
        var tokenEndpoint: String?
        var userinfoEndpoint: String?
        var jwksURI: String?
        var tokenEndpointAuthMethods: [String]?
        var answersNameIssuer: Bool?
        var scopes: [String]?

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case userinfoEndpoint = "userinfo_endpoint"
            case jwksURI = "jwks_uri"
            case tokenEndpointAuthMethods = "token_endpoint_auth_methods_supported"
            case answersNameIssuer = "authorization_response_iss_parameter_supported"
            case scopes = "scopes_supported"
        }
    }
}
