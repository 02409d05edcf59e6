import FoundationEssentials
import OutgoingHTTP
import SafeText

/// An access token for IGDB, which Twitch issues (client credentials, RFC 6749, section 4.4).
///
/// Each instance of the server has its own token. Twitch accepts up to 25 tokens of one client at the same time. If a token is no longer
/// accepted, its instance fetches a new one.
struct Token: Sendable {
    let text: String
    /// The number of seconds after which the token is replaced. This is shortly before it expires.
    let lifetime: TimeInterval

    static func fetch(_ settings: IGDBSettings, _ outgoing: Outgoing) async throws(IGDBFailure) -> Token {
        let form = FormEncoding.text([
            ("client_id", settings.clientID), ("client_secret", settings.secret), ("grant_type", "client_credentials"),
        ])
        let errand = Errand(
            .token, to: settings.endpoints.token, within: settings.endpoints.reach, headers: [("Accept", "application/json")],
            content: .form(form))
        let reply: Reply
        do throws(OutgoingError) { reply = try await outgoing.send(errand) } catch { throw error.failure(.token) }
        switch reply.status {
        case 200: break
        case 429, 500...: throw .unavailable("token: status \(reply.status)", retryAfter: reply.retryAfter)
        default: throw .misconfigured("token: status \(reply.status)")
        }
        guard let document = try? UntrustedJSON.decode(Document.self, from: reply.body), document.isUsable else {
            throw .unreadable("token: not the JSON that was expected")
        }
        return Token(text: document.text, lifetime: document.seconds * 0.9)
    }

    private struct Document: Decodable {
        var text: String
        var seconds: TimeInterval

        enum CodingKeys: String, CodingKey {
            case text = "access_token"
            case seconds = "expires_in"
        }

        var isUsable: Bool { (1...2000).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}
