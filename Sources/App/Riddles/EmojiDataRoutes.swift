import Emoji
import FoundationEssentials
import Hummingbird
import Web

/// What the emoji picker asks for: the list of all emoji, and to keep the skin tone on the account.
struct EmojiDataRoutes {
    func add(to site: Site) {
        site.get(RouterPath(stringLiteral: EmojiData.shared.address)) { visit in
            EmojiData.shared.asset.response(to: visit.request, cacheControl: "public, max-age=31536000, immutable")
        }
        site.post("/account/skin-tone") { visit in try await keepTone(visit) }
    }

    private func keepTone(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try visit.services.limiter.spend(.skinTone, by: session.account)
        guard let tone = Comfort.Tone(rawValue: visit.form["skin_tone"]) else { throw Problem.malformed("That is no skin tone.") }
        if try await visit.database.write(AccountQueries().setSkinTone(tone, of: session.account)) > 0 {
            visit.services.sessions.forget(session.account)
        }
        return Response(status: .noContent)
    }
}

extension RateLimiter.Limit {
    static let skinTone = RateLimiter.Limit(name: "skin tone", burst: 20, secondsPerToken: 20)
}

/// The emoji for the picker, made once. A line that begins with = is a group; others are an emoji, its name, itself with an `a` wherever a
/// skin tone goes, and what else it is called, with tabs between them.
struct EmojiData: Sendable {
    static let shared = EmojiData(EmojiCatalogue.shared.groups)

    let asset: Asset
    /// Where it is served; the name changes with the bytes.
    let address: String

    private init(_ groups: [EmojiGroup]) {
        let lines = groups.flatMap { group in
            ["=" + group.name] + group.emoji.map { "\($0.text)\t\($0.name)\t\($0.tonePattern ?? "")\t\($0.otherWords)" }
        }
        asset = Asset(
            Array(lines.joined(separator: "\n").utf8), contentType: "text/plain; charset=utf-8", changed: HTTPDate(Date()))
        address = "/assets/emoji-\(asset.fingerprint).txt"
    }
}
