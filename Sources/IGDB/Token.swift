import FoundationEssentials
import OutgoingHTTP
import SafeText

/// What Twitch gives for the client's secret (client credentials, RFC 6749, 4.4). Each instance has one of its own: Twitch keeps 25 of a client
/// good at a time, and whoever finds theirs gone gets another.
struct Token: Sendable {
    let text: String
    /// For how many seconds it is used: it is renewed before it ends.
    let life: TimeInterval

    static func fetch(_ settings: IGDBSettings, _ outgoing: Outgoing) async throws(IGDBFailure) -> Token {
        let form = FormEncoding.text([
            ("client_id", settings.clientID), ("client_secret", settings.secret), ("grant_type", "client_credentials"),
        ])
        let errand = Errand(
            .token, to: settings.places.token, within: settings.places.reach, headers: [("Accept", "application/json")],
            content: .form(form))
        let reply: Reply
        do throws(OutgoingError) { reply = try await outgoing.send(errand) } catch { throw error.failure(.token) }
        switch reply.status {
        case 200: break
        case 429, 500...: throw .away("token: status \(reply.status)", retryAfter: reply.retryAfter)
        default: throw .misconfigured("token: status \(reply.status)")
        }
        guard let document = try? UntrustedJSON.decode(Document.self, from: reply.body), document.isUsable else {
            throw .unreadable("token: not the JSON that was expected")
        }
        return Token(text: document.text, life: document.seconds * 0.9)
    }

    private struct Document: Decodable {
        var text: String
        var seconds: TimeInterval

        enum CodingKeys: String, CodingKey {
            case text = "access_token"
            case seconds = "expires_in"
        }

        /// For a header.
        var isUsable: Bool { (1...2000).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}
