import Postgres

/// A limit on how much a member, an account or a club may store. PostgreSQL enforces the limits (`migrations/functions/change_storage.sql`
/// and `check_stored_bytes.sql`): the server sets them on its connections, and the error of a refused statement names the limit.
/// The bytes of photos in a club have a limit of their own (`AppSettings.clubPhotoMegabytes`), which `PhotoQueries.add` checks.
public enum StorageLimit: String, CaseIterable, Sendable {
    // Rows of one member in one club.
    case messages, games, practice, laps, visits, riddles, evenings, corrections, reports
    // Rows of one club.
    case parks, rides, mergedVideoGames = "merged_video_games", members
    // Clubs of one account.
    case clubs
    // Rows of the whole server.
    case igdbVideoGames = "igdb_video_games"
    // Bytes of one account in all its clubs, and of one club.
    case textBytes = "text_bytes", photoBytes = "photo_bytes", catalogueBytes = "catalogue_bytes"

    /// The limit that a refused statement has reached. Nil if the statement failed for another reason.
    init?(_ error: DatabaseError) {
        guard let constraint = error.constraint, constraint.hasPrefix("storage_") else { return nil }
        self.init(rawValue: String(constraint.dropFirst("storage_".count)))
    }

    /// The default value of the limit, in rows or megabytes.
    public var standard: Int {
        switch self {
        case .messages, .games, .practice, .laps: 200_000
        case .visits, .corrections, .rides: 50_000
        case .riddles, .members: 20_000
        case .evenings, .reports: 5_000
        case .parks, .mergedVideoGames: 10_000
        case .clubs: 20
        case .igdbVideoGames: 100_000
        case .textBytes: 500
        case .photoBytes: 5_000
        case .catalogueBytes: 200
        }
    }

    public var isInMegabytes: Bool { rawValue.hasSuffix("_bytes") }

    /// Whether the limit counts everything that an account stores in all its clubs.
    var isOfAccount: Bool { self == .textBytes || self == .photoBytes }

    /// The name of the environment variable that sets the limit, without the prefix `BOARDWALK_`.
    public var variable: String {
        "LIMIT_" + (isInMegabytes ? rawValue.replacing("_bytes", with: "_MB") : rawValue).uppercased()
    }

    public var meaning: String {
        switch self {
        case .messages: "Chat messages and private messages that one member may keep in one club"
        case .games: "Games of Tic Chat Toe and challenges that one member may keep in one club"
        case .practice: "Games and results of Plasticiti that one member may keep in one club"
        case .laps: "Counted laps that one member may keep in one club"
        case .visits: "Check-ins and reported waits that one member may keep in one club"
        case .riddles: "Emoji riddles that one member may keep in one club"
        case .evenings: "Planned evenings of video games that one member may keep in one club"
        case .corrections: "Corrections of parks and rides that one member may keep in one club"
        case .reports: "Reports about others that one member may keep in one club"
        case .parks: "Parks of one club"
        case .rides: "Rides of one club"
        case .mergedVideoGames: "Video games of one club that were merged into others"
        case .members: "Members of one club"
        case .clubs: "Clubs that one account may be in"
        case .igdbVideoGames: "Video games from IGDB that the server keeps for all clubs"
        case .textBytes: "Megabytes that one account may keep in all its clubs, without photos"
        case .photoBytes: "Megabytes of photos that one account may keep in all its clubs"
        case .catalogueBytes: "Megabytes of parks and rides of one club"
        }
    }

    /// The sentence for a person who has reached the limit, or is less than a megabyte below it.
    var sentence: String {
        switch self {
        case .messages: "You have reached the limit for messages in this club. Delete some messages before you write more."
        case .games: "You have reached the limit for games in this club. Ask the people who run this server for more."
        case .practice: "You have reached the limit for practice results in this club. Ask the people who run this server for more."
        case .laps: "You have reached the limit for counted laps in this club. Ask the people who run this server for more."
        case .visits:
            "You have reached the limit for check-ins and reported waits in this club. Reported waits are deleted after 30 days."
        case .riddles: "You have reached the limit for riddles in this club. Delete some before you send more."
        case .evenings: "You have reached the limit for planned evenings in this club."
        case .corrections: "You have reached the limit for corrections in this club."
        case .reports: "You have reached the limit for reports in this club. Write a message to an admin instead."
        case .parks: "This club has reached its limit for parks. Delete some before you add more."
        case .rides: "This club has reached its limit for rides. Delete some before you add more."
        case .mergedVideoGames: "This club has reached its limit for merged video games."
        case .members: "This club is full. It cannot have more members."
        case .clubs: "You have reached the limit for clubs. Leave one before you join or start another."
        case .igdbVideoGames: "This server has reached its limit for video games from IGDB."
        case .textBytes:
            "You have less than a megabyte left for text in all your clubs. Delete something before you write more."
        case .photoBytes: "You have less than a megabyte left for photos in all your clubs. Delete some before you share more."
        case .catalogueBytes: "This club has less than a megabyte left for parks and rides. Delete some before you add more."
        }
    }

    var refusal: Refusal { Refusal(.conflict, sentence) }
}

public struct StorageLimits: Sendable {
    private var numbers: [StorageLimit: Int] = [:]

    public init() {}

    /// The value of a limit, in rows or megabytes.
    public subscript(limit: StorageLimit) -> Int {
        get { numbers[limit] ?? limit.standard }
        set { numbers[limit] = newValue }
    }

    /// The limits as settings of each connection to the database, in rows and bytes.
    public var databaseSettings: [String: String] {
        Dictionary(
            uniqueKeysWithValues: StorageLimit.allCases.map { limit in
                ("boardwalk.limit_" + limit.rawValue, String(limit.isInMegabytes ? self[limit] << 20 : self[limit]))
            })
    }
}
