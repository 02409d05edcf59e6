import Emoji
import FoundationEssentials
import Hummingbird
import Web

/// Routes for the emoji picker: one sends the list of all emoji, and the other saves the skin tone that the account has chosen.
struct EmojiDataRoutes {
    func add(to site: Site) {
        site.get(RouterPath(stringLiteral: EmojiData.shared.address)) { visit in
            EmojiData.shared.asset.response(to: visit.request, cacheControl: "public, max-age=31536000, immutable")
        }
        site.post("/account/skin-tone") { visit in try await saveSkinTone(visit) }
    }

    private func saveSkinTone(_ visit: Visit) async throws -> Response {
        let session = try visit.signedIn()
        try visit.services.limiter.spend(.skinTone, by: session.account)
        guard let tone = DisplayPreferences.Tone(rawValue: visit.form["skin_tone"]) else {
            throw Problem.malformed("This skin tone is unknown.")
        }
        if try await visit.database.write(Accounts.setSkinTone(tone, of: session.account)) > 0 {
            visit.services.sessions.evict(session.account)
        }
        return Response(status: .noContent)
    }
}

extension RateLimiter.Limit {
    static let skinTone = RateLimiter.Limit(name: "skin tone", burst: 20, secondsPerToken: 20)
}

/// The text file with all emoji for the picker, built once. A line that begins with "=" names a group of emoji. Any other line has four
/// fields, separated by tabs: the emoji, its name, its pattern for skin tones, and search words. The pattern is the emoji with the letter
/// `a` in each place of a skin tone. The pattern is empty if the emoji has no skin tones.
struct EmojiData: Sendable {
    static let shared = EmojiData(EmojiCatalogue.shared.groups)

    let asset: Asset
    /// Path of the file. The path contains a hash of the content, so it changes when the content changes.
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
