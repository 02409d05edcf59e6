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
        for fact in Self.all { try fact.decode(&row, into: &self) }
    }

    /// Columns of the facts of a game. `t` is the alias of `video_games`.
    static let columns: SQL = "\(FactColumns.names(of: all, in: "t"))"

    /// The facts in the form for a game, in the order of their fields.
    static let ofForm: [Fact<VideoGameFacts>] = [
        Fact("other_names", "Other names", .list(\.otherNames), hint: "Separate them with semicolons."),
        Fact("released", "Released", .date(\.released), hint: "For example 2017 or 2017-03-03."),
        Fact("platforms", "Platforms", .list(\.platforms), hint: "Separate them with semicolons: PC; Switch."),
        Fact("genres", "Genres", .list(\.genres), hint: "Separate them with semicolons."),
        Fact("together", "How many people can play together", .players(\.modes.together), hint: "0 if nobody can."),
        Fact("against", "How many people can play against each other", .players(\.modes.against), hint: "0 if nobody can."),
        Fact("is_alone", "You can play it alone", .knownFlag(\.modes.isAlone), heading: "alone"),
        Fact("description", "Description", .paragraph(\.description, limit: 5000)),
        Fact("source", "Source", .line(\.source)),
    ]

    /// The facts in the form, and the facts that only files and IGDB have.
    static let all =
        ofForm + [
            Fact("minutes", "Time to beat", .number(\.minutes, scale: .one, in: 1...600_000)),
            Fact("links", "Links", .list(\.links)),
        ]

    var year: String? { released.map { String($0.prefix(4)) } }
}

extension Fact.Value where Subject == VideoGameFacts {
    fileprivate static func players(_ path: Path<Int?>) -> Self { .number(path, scale: .one, in: 0...1000) }
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
