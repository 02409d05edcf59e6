import FoundationEssentials

/// A game as IGDB describes it (https://api-docs.igdb.com/#game).
public struct IGDBGame: Sendable, Decodable {
    public var id: Int
    public var name: String
    public var summary: String?
    /// Where it is described.
    public var url: String?
    public var alternativeNames: BoundedList<Named>?
    public var genres: BoundedList<Named>?
    public var platforms: BoundedList<Named>?
    public var gameModes: BoundedList<Named>?
    public var multiplayerModes: BoundedList<MultiplayerMode>?
    /// In seconds since 1970: the last day of a month, quarter or year, where only that is known.
    public var firstReleaseDate: Int?
    var releaseDates: BoundedList<ReleaseDate>?
    var cover: Cover?
    /// How many have rated it, here and elsewhere.
    public var totalRatingCount: Int?

    /// The name of its picture there. Nil if there is none, or if it is no such name.
    public var image: String? { cover?.imageID.flatMap { Self.isImageID($0) ? $0 : nil } }

    /// IGDB names its pictures by lower-case letters and digits.
    static func isImageID(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }

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
        let formats = (releaseDates?.elements ?? []).filter { $0.date == date }.compactMap(\.format)
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

/// The first elements of a list in an answer, which may be of any length.
public struct BoundedList<Element: Decodable & Sendable>: Decodable, Sendable {
    public var elements: [Element] = []
    /// More than a title keeps of anything.
    static var most: Int { 100 }

    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd, elements.count < Self.most { elements.append(try container.decode(Element.self)) }
    }
}

/// The elements of a list in an answer that have the expected form.
struct Lenient<Element: Decodable & Sendable>: Decodable, Sendable {
    var elements: [Element]

    private struct Slot: Decodable, Sendable {
        var element: Element?

        init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
    }

    /// Throws if no element has the expected form.
    init(from decoder: any Decoder) throws {
        let slots = try BoundedList<Slot>(from: decoder).elements
        elements = slots.compactMap(\.element)
        guard slots.isEmpty || !elements.isEmpty else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nothing that was asked for"))
        }
    }
}
