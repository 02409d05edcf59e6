import OutgoingHTTP

/// By what IGDB knows this site (https://api-docs.igdb.com, "Account Creation").
public struct IGDBSettings: Sendable {
    let clientID: String
    let secret: String
    let places: IGDBPlaces

    /// - Parameter url: of a proxy that answers for all of IGDB's hosts; nil: they themselves.
    public init(clientID: String, secret: String, url: String? = nil) throws(IGDBSettingsError) {
        guard Self.isPlain(clientID), Self.isPlain(secret) else {
            throw IGDBSettingsError("IGDB needs a client id and a secret, in ASCII without blanks.")
        }
        guard let places = url.map(IGDBPlaces.init(proxy:)) ?? IGDBPlaces() else {
            throw IGDBSettingsError("IGDB’s proxy has to be an address like https://igdb.clubs.example, without a query.")
        }
        (self.clientID, self.secret, self.places) = (clientID, secret, places)
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// What is wrong with the settings, for the one who wrote them. Holds no secret.
public struct IGDBSettingsError: Error, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}

/// Where requests go: nowhere else, whatever an answer says.
struct IGDBPlaces: Sendable {
    let token: WebAddress
    let games: WebAddress
    let times: WebAddress
    let reach: Reach
    private let images: String

    init?() { self.init(id: "https://id.twitch.tv", api: "https://api.igdb.com", images: "https://images.igdb.com") }

    /// All of it below one address, with the paths that it has there.
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

    /// nil: that is no name of a picture.
    func cover(_ image: String) -> WebAddress? {
        guard IGDBGame.isImageID(image) else { return nil }
        return WebAddress("\(images)/igdb/image/upload/t_cover_big/\(image).jpg")
    }
}
