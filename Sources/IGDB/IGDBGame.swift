import FoundationEssentials

/// A video game with the data that IGDB has about it (https://api-docs.igdb.com/#game).
public struct IGDBGame: Sendable, Decodable {
    public var id: Int
    public var name: String
    public var summary: String?
    public var url: String?
    public var alternativeNames: BoundedList<Named>?
    public var genres: BoundedList<Named>?
    public var platforms: BoundedList<Named>?
    public var gameModes: BoundedList<Named>?
    public var multiplayerModes: BoundedList<MultiplayerMode>?
    /// The first release date in seconds since 1970. If only the month, quarter or year is known, it is the last day of that time.
    public var firstReleaseDate: Int?
    var releaseDates: BoundedList<ReleaseDate>?
    var cover: Cover?
    /// The number of ratings by users and critics.
    public var totalRatingCount: Int?

    /// The name of the cover image at IGDB. Nil if the game has no cover, or if the name is not valid.
    public var image: String? { cover?.imageID.flatMap { Self.isImageID($0) ? $0 : nil } }

    static func isImageID(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }

    public struct Named: Sendable, Decodable {
        public var name: String
    }

    public struct MultiplayerMode: Sendable, Decodable {
        public var onlineCoopMax: Int?
        public var offlineCoopMax: Int?
        public var onlineMax: Int?
        public var offlineMax: Int?

        enum CodingKeys: String, CodingKey {
            case onlineCoopMax = "onlinecoopmax"
            case offlineCoopMax = "offlinecoopmax"
            case onlineMax = "onlinemax"
            case offlineMax = "offlinemax"
        }
    }

    struct ReleaseDate: Sendable, Decodable {
        var date: Int?
        /// The precision of the date: 0 is a day, 1 is a month, 2 is a year, 3 to 6 are a quarter, and 7 is unknown.
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

    static let fields = [
        "name", "summary", "url", "alternative_names.name", "genres.name", "platforms.name", "game_modes.name",
        "multiplayer_modes.onlinecoopmax",
        "multiplayer_modes.offlinecoopmax", "multiplayer_modes.onlinemax", "multiplayer_modes.offlinemax", "first_release_date",
        "release_dates.date", "release_dates.date_format", "cover.image_id", "total_rating_count",
    ].joined(separator: ",")

    /// The release date in ISO 8601, as precisely as it is known, such as 1984, 1984-05 or 1984-05-26. Nil if no date is known.
    public var released: String? {
        guard let date = firstReleaseDate, (0...32_503_680_000).contains(date) else { return nil }
        let text = Date(timeIntervalSince1970: TimeInterval(date)).formatted(.iso8601.year().month().day())
        let formats = (releaseDates?.elements ?? []).filter { $0.date == date }.compactMap(\.format)
        switch formats.min() {
        case 0?: return text
        case 1?: return String(text.prefix(7))
        case nil where !text.hasSuffix("-12-31"): return text
        default: return String(text.prefix(4))
        }
    }
}

/// The times that it takes to finish a game (https://api-docs.igdb.com/#game-time-to-beat).
struct IGDBTime: Decodable, Sendable {
    var game: Int
    /// The time to finish the game without extras, in seconds.
    var hastily: Int?
    /// The time to finish the game with some extras, in seconds.
    var normally: Int?

    enum CodingKeys: String, CodingKey {
        case game = "game_id"
        case hastily, normally
    }
}

/// The first 100 elements of a list in IGDB's answer. Further elements are ignored.
public struct BoundedList<Element: Decodable & Sendable>: Decodable, Sendable {
    public var elements: [Element] = []
    static var limit: Int { 100 }

    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd, elements.count < Self.limit { elements.append(try container.decode(Element.self)) }
    }
}

/// The elements of a list in IGDB's answer. Elements that cannot be decoded are left out.
struct Lenient<Element: Decodable & Sendable>: Decodable, Sendable {
    var elements: [Element]

    private struct Slot: Decodable, Sendable {
        var element: Element?

        init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        let slots = try BoundedList<Slot>(from: decoder).elements
        elements = slots.compactMap(\.element)
        guard slots.isEmpty || !elements.isEmpty else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nothing that was asked for"))
        }
    }
}
