import FoundationEssentials

/// A game as IGDB describes it (https://api-docs.igdb.com/#game).
public struct IGDBGame: Sendable, Decodable {
    public var id: Int
    public var name: String
    public var summary: String?
    /// Where it is described.
    public var url: String?
    public var alternativeNames: [Named]?
    public var genres: [Named]?
    public var platforms: [Named]?
    public var gameModes: [Named]?
    public var multiplayerModes: [MultiplayerMode]?
    /// In seconds since 1970: the last day of a month, quarter or year, where only that is known.
    public var firstReleaseDate: Int?
    var releaseDates: [ReleaseDate]?
    var cover: Cover?
    /// How many have rated it, here and elsewhere.
    public var totalRatingCount: Int?

    /// The name of its picture there.
    public var image: String? { cover?.imageID }

    public struct Named: Sendable, Decodable {
        public var name: String
    }

    /// How many may play, on one platform.
    public struct MultiplayerMode: Sendable, Decodable {
        public var onlineCoopMost: Int?
        public var offlineCoopMost: Int?
        public var onlineMost: Int?
        public var offlineMost: Int?

        enum CodingKeys: String, CodingKey {
            case onlineCoopMost = "onlinecoopmax"
            case offlineCoopMost = "offlinecoopmax"
            case onlineMost = "onlinemax"
            case offlineMost = "offlinemax"
        }
    }

    struct ReleaseDate: Sendable, Decodable {
        var date: Int?
        /// 0: a day; 1: a month; 2: a year; 3 to 6: a quarter; 7: nobody knows.
        var format: Int?

        enum CodingKeys: String, CodingKey {
            case date
            case format = "date_format"
        }
    }

    struct Cover: Sendable, Decodable {
        var imageID: String?

        enum CodingKeys: String, CodingKey { case imageID = "image_id" }
    }

    enum CodingKeys: String, CodingKey {
        case id, name, summary, url, genres, platforms, cover
        case alternativeNames = "alternative_names"
        case gameModes = "game_modes"
        case multiplayerModes = "multiplayer_modes"
        case firstReleaseDate = "first_release_date"
        case releaseDates = "release_dates"
        case totalRatingCount = "total_rating_count"
    }

    /// What is asked for.
    static let fields = [
        "name", "summary", "url", "alternative_names.name", "genres.name", "platforms.name", "game_modes.name",
        "multiplayer_modes.onlinecoopmax",
        "multiplayer_modes.offlinecoopmax", "multiplayer_modes.onlinemax", "multiplayer_modes.offlinemax", "first_release_date",
        "release_dates.date", "release_dates.date_format", "cover.image_id", "total_rating_count",
    ].joined(separator: ",")

    /// As far as it is known (ISO 8601): 1984, 1984-05 or 1984-05-26.
    public var released: String? {
        guard let date = firstReleaseDate, (0...32_503_680_000).contains(date) else { return nil }
        let text = Date(timeIntervalSince1970: TimeInterval(date)).formatted(.iso8601.year().month().day())
        let formats = (releaseDates ?? []).filter { $0.date == date }.compactMap(\.format)
        switch formats.min() {
        case 0?: return text
        case 1?: return String(text.prefix(7))
        case nil where !text.hasSuffix("-12-31"): return text
        default: return String(text.prefix(4))
        }
    }
}

/// How long a game takes (https://api-docs.igdb.com/#game-time-to-beat).
struct IGDBTime: Decodable, Sendable {
    var game: Int
    /// In seconds.
    var hastily: Int?
    var normally: Int?

    enum CodingKeys: String, CodingKey {
        case game = "game_id"
        case hastily, normally
    }
}

/// A list, without what is not as it should be.
struct Lenient<Element: Decodable & Sendable>: Decodable, Sendable {
    var elements: [Element]

    private struct Slot: Decodable {
        var element: Element?

        init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
    }

    /// Throws where nothing in it is.
    init(from decoder: any Decoder) throws {
        let slots = try [Slot](from: decoder)
        elements = slots.compactMap(\.element)
        guard slots.isEmpty || !elements.isEmpty else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nothing that was asked for"))
        }
    }
}
