import OutgoingHTTP

/// The client id and the secret with which this site identifies itself to IGDB (https://api-docs.igdb.com, "Account Creation").
public struct IGDBSettings: Sendable {
    let clientID: String
    let secret: String
    let endpoints: IGDBEndpoints

    /// Throws if the client id, the secret or the address is not valid.
    /// - Parameter url: The address of a proxy that gets all requests to IGDB. If `url` is nil, requests go to IGDB directly.
    public init(clientID: String, secret: String, url: String? = nil) throws(IGDBSettingsError) {
        guard Self.isPlain(clientID), Self.isPlain(secret) else {
            throw IGDBSettingsError("IGDB needs a client id and a secret, in ASCII without blanks.")
        }
        guard let endpoints = url.map(IGDBEndpoints.init(proxy:)) ?? IGDBEndpoints() else {
            throw IGDBSettingsError("IGDB’s proxy has to be an address like https://igdb.clubs.example, without a query.")
        }
        (self.clientID, self.secret, self.endpoints) = (clientID, secret, endpoints)
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// A mistake in the settings, explained to the operator in a sentence. It contains no secret.
public struct IGDBSettingsError: Error, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}

/// The addresses of IGDB, or of the proxy for it. Requests never go to other hosts, even if an answer contains other addresses.
struct IGDBEndpoints: Sendable {
    let token: WebAddress
    let games: WebAddress
    let times: WebAddress
    let reach: Reach
    private let images: String

    init?() { self.init(id: "https://id.twitch.tv", api: "https://api.igdb.com", images: "https://images.igdb.com") }

    init?(proxy url: String) {
        guard let chosen = WebAddress(url), !url.contains("?") else { return nil }
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.init(id: base, api: base, images: base, within: Reach(chosen: chosen))
    }

    private init?(id: String, api: String, images: String, within reach: Reach? = nil) {
        guard let token = WebAddress(id + "/oauth2/token"), let games = WebAddress(api + "/v4/games"),
            let times = WebAddress(api + "/v4/game_time_to_beats"), let pictures = WebAddress(images)
        else { return nil }
        (self.token, self.games, self.times, self.images) = (token, games, times, images)
        self.reach = reach ?? Reach(chosen: token).naming([games, pictures], isInside: false)
    }

    func cover(_ image: String) -> WebAddress? {
        guard IGDBGame.isImageID(image) else { return nil }
        return WebAddress("\(images)/igdb/image/upload/t_cover_big/\(image).jpg")
    }
}
