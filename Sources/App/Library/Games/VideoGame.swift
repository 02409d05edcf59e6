import Postgres

/// A video game in the catalogue. All clubs share the games of the operator and of IGDB. A game that a member adds belongs to the club.
struct VideoGame: RowRecord {
    var id: ID<VideoGame>
    /// Whether the game belongs to the club, and not to the catalogue that all clubs share.
    var isOwn: Bool
    var name: String
    var facts: VideoGameFacts
    /// The member who added the game. Nil if the game is shared, or if this member has left the club.
    var addedBy: ID<Member>?
    var cover: String?

    static let decoder = RowDecoder(VideoGame.init)

    /// Columns of a game. `t` is the alias of `video_games`.
    static let columns: SQL = "t.id, t.club_id <> 0, t.name, \(VideoGameFacts.columns), t.added_by, \(CoverQueries.version)"

    static func path(of id: ID<VideoGame>, in club: Club) -> String { "\(club.path)/library/games/\(id)" }
}

struct VideoGameFacts: Sendable, RowDecodable {
    var otherNames: [String] = []
    var description = ""
    /// The release date in ISO 8601, as precisely as it is known: 1984, 1984-05 or 1984-05-26.
    var released: String?
    var platforms: [String] = []
    var genres: [String] = []
    var modes = PlayModes()
    /// The number of minutes that it takes to finish the game.
    var minutes: Int?
    var links: [String] = []
    var source = ""

    init() {}

    init(_ row: inout Row) throws {
        otherNames = try row.next()
        description = try row.next()
        released = try row.next()
        platforms = try row.next()
        genres = try row.next()
        modes = PlayModes(isAlone: try row.next(), together: try row.next(), against: try row.next())
        minutes = try row.next()
        links = try row.next()
        source = try row.next()
    }

    /// Columns of the facts of a game. `t` is the alias of `video_games`.
    static let columns: SQL = """
        t.other_names, t.description, t.released, t.platforms, t.genres, t.is_alone, t.together::bigint, t.against::bigint,
        t.minutes::bigint, t.links, t.source
        """

    var year: String? { released.map { String($0.prefix(4)) } }
}

/// The ways in which people can play a video game, and for how many people each one is. A value is nil if it is not known.
struct PlayModes: Sendable, Equatable {
    var isAlone: Bool?
    /// The largest number of players who cooperate. 0 if the game has no such mode.
    var together: Int?
    /// The largest number of players who compete. 0 if the game has no such mode.
    var against: Int?

    /// How the game can be played, for example "Alone; together, up to 4". Nil if nothing is known.
    var label: String? {
        func upTo(_ players: Int?, _ mode: String) -> String? {
            players.flatMap { $0 > 1 ? "\(mode), up to \($0)" : nil }
        }
        let modes = [isAlone == true ? "Alone" : nil, upTo(together, "together"), upTo(against, "against each other")]
        let text = modes.compactMap(\.self).joined(separator: "; ")
        return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst()
    }
}
