import FoundationEssentials
import OutgoingHTTP
import SafeText

/// Handles the provider's callback, and the answers of its token and userinfo endpoints.
extension Provider {
    func finish(_ request: OpenIDRequest, query: [String: String]) async throws(OpenIDFailure) -> OpenIDIdentity {
        let code = try await code(in: query, for: request)
        let tokens = try await exchange(code, for: request)
        let claims = try await claims(of: tokens.idToken)
        let check = IDTokenCheck(
            issuer: settings.issuer, clientID: settings.clientID, nonce: request.nonce, isReauthentication: request.isReauthentication,
            now: now())
        do throws(IDTokenRefusal) {
            try check.check(claims)
        } catch {
            throw error.isNotAsked ? .notAsked(label, error.reason) : .untrusted(label, error.reason)
        }
        return try await identity(claims, accessToken: tokens.accessToken)
    }

    /// Returns the code in the query of the callback. Throws if the callback does not belong to this request, or does not come from this
    /// provider (RFC 6749, section 4.1.2; RFC 9207).
    private func code(in query: [String: String], for request: OpenIDRequest) async throws(OpenIDFailure) -> String {
        guard let state = query["state"], isSame(state, request.state) else { throw .foreign(label, "answer: of another state") }
        guard query["iss"] ?? settings.issuer == settings.issuer else { throw .foreign(label, "answer: from another issuer") }
        if query["iss"] == nil, try await discovery().answersNameIssuer { throw .foreign(label, "answer: without an issuer") }
        if let error = query["error"] { throw failure(error) }
        guard let code = query["code"], (1...4096).contains(code.utf8.count) else { throw .untrusted(label, "answer: without a code") }
        return code
    }

    private func isSame(_ text: String, _ other: String) -> Bool {
        text.utf8.count == other.utf8.count && zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns the failure for an error code in a callback (RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6). Anybody
    /// can invent the address of a callback, so only known error codes are written to the log.
    private func failure(_ error: String) -> OpenIDFailure {
        switch error {
        case "access_denied": .cancelled(label)
        case "server_error", "temporarily_unavailable": .away(label, "answer: \(error)")
        case "login_required", "interaction_required", "account_selection_required", "consent_required":
            .notAsked(label, "answer: \(error)")
        case "invalid_request", "invalid_scope", "unauthorized_client", "unsupported_response_type":
            .misconfigured(label, "answer: \(error)")
        default: .untrusted(label, "answer: an error that we do not know")
        }
    }

    private struct Tokens: Decodable {
        var idToken: String
        var accessToken: String?

        enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private func exchange(_ code: String, for request: OpenIDRequest) async throws(OpenIDFailure) -> Tokens {
        let discovery = try await discovery()
        var errand = Errand(.token, to: discovery.token, within: discovery.reach, headers: [("Accept", "application/json")])
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", request.redirectURI),
            ("code_verifier", request.verifier),
        ]
        if discovery.secretGoesInForm {
            fields += [("client_id", settings.clientID), ("client_secret", settings.clientSecret)]
        } else {
            // The client id and the secret are each encoded as in a form before they are joined (RFC 6749, section 2.3.1).
            let pair = FormEncoding.encoded(settings.clientID) + ":" + FormEncoding.encoded(settings.clientSecret)
            errand.headers.append(("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
        }
        errand.content = .form(FormEncoding.text(fields))
        let reply = try await sent(errand)
        guard reply.status == 200 else { throw tokenFailure(reply) }
        guard let tokens = try? UntrustedJSON.decode(Tokens.self, from: reply.body) else {
            throw .untrusted(label, "token: no id token in the answer")
        }
        return tokens
    }

    /// Returns the failure for an error of the token endpoint (RFC 6749, section 5.2).
    private func tokenFailure(_ reply: Reply) -> OpenIDFailure {
        struct Document: Decodable { var error: String }
        let error = (400..<500).contains(reply.status) ? try? UntrustedJSON.decode(Document.self, from: reply.body).error : nil
        switch error {
        case "invalid_grant": return .used(label, "token: invalid_grant")
        case "invalid_client", "unauthorized_client", "invalid_request", "unsupported_grant_type", "invalid_scope":
            return .misconfigured(label, "token: \(error ?? "")")
        default:
            let reason = "token: status \(reply.status)"
            return reply.status >= 500 || reply.status == 429 ? .away(label, reason) : .untrusted(label, reason)
        }
    }

    private func identity(_ claims: Claims, accessToken: String?) async throws(OpenIDFailure) -> OpenIDIdentity {
        let discovery = try await discovery()
        var more: Claims?
        if claims.name == nil || claims.email == nil, let userinfo = discovery.userinfo, let accessToken {
            more = try await userinfoClaims(userinfo, accessToken, discovery.reach, subject: claims.subject)
        }
        // `email_verified` must come from the same document as the e-mail address.
        let mail = claims.email == nil ? more ?? claims : claims
        let picture = (claims.picture ?? more?.picture).flatMap(WebAddress.init).flatMap { discovery.reach.names($0) ? $0.text : nil }
        return OpenIDIdentity(
            provider: settings.name, issuer: settings.issuer, subject: claims.subject ?? "", email: mail.email,
            isEmailVerified: mail.email != nil && mail.isEmailVerified, name: claims.name ?? more?.name,
            preferredUsername: claims.preferredUsername ?? more?.preferredUsername, picture: picture, authTime: claims.authTime)
    }

    /// Fetches the claims from the userinfo endpoint (OpenID Connect Core 1.0, section 5.3). Throws if they belong to another subject
    /// (user).
    private func userinfoClaims(
        _ address: WebAddress, _ accessToken: String, _ reach: Reach, subject: String?
    ) async throws(OpenIDFailure) -> Claims {
        guard accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .untrusted(label, "token: no proper access token") }
        let headers = [("Authorization", "Bearer \(accessToken)"), ("Accept", "application/json")]
        let reply = try await sent(Errand(.userinfo, to: address, within: reach, headers: headers))
        guard reply.status == 200, let claims = try? UntrustedJSON.decode(Claims.self, from: reply.body) else {
            throw reply.status >= 500
                ? .away(label, "userinfo: status \(reply.status)") : .untrusted(label, "userinfo: status \(reply.status), or not JSON")
        }
        guard claims.subject == subject else { throw .untrusted(label, "userinfo: of another subject") }
        return claims
    }

    private func sent(_ errand: Errand) async throws(OpenIDFailure) -> Reply {
        do throws(OutgoingError) { return try await outgoing.send(errand) } catch { throw error.failure(errand.purpose, label) }
    }
}
