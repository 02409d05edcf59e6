import Postgres

/// A video game. Those of the operator or of a provider are everybody's; what a member writes down is their club's.
struct Title: Sendable, RowDecodable {
    var id: ID<Title>
    /// Whether it is the club's, which may change it.
    var isOwn: Bool
    var name: String
    var facts: TitleFacts
    /// The member of the club who wrote it down.
    var addedBy: ID<Member>?
    /// The version of its cover.
    var cover: String?

    init(_ row: inout Row) throws {
        id = try row.next()
        isOwn = try row.next()
        name = try row.next()
        facts = try TitleFacts(&row)
        addedBy = try row.next()
        cover = try row.next()
    }

    /// Of a title `t`.
    static let columns: SQL = "t.id, t.club_id <> 0, t.name, \(TitleFacts.columns), t.added_by, \(CoverQueries.version)"

    static func path(of id: ID<Title>, in club: Club) -> String { "\(club.path)/library/titles/\(id)" }
}

/// What is known of a title besides its name.
struct TitleFacts: Sendable {
    var otherNames: [String] = []
    var description = ""
    /// As far as it is known (ISO 8601): 1984, 1984-05 or 1984-05-26.
    var released: String?
    var platforms: [String] = []
    var genres: [String] = []
    var modes = TitleModes()
    /// To beat it.
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
        modes = TitleModes(isAlone: try row.next(), together: try row.next(), against: try row.next())
        minutes = try row.next()
        links = try row.next()
        source = try row.next()
    }

    /// Of a title `t`.
    static let columns: SQL = """
        t.other_names, t.description, t.released, t.platforms, t.genres, t.is_alone, t.together::bigint, t.against::bigint, t.minutes::bigint,
        t.links, t.source
        """

    /// "2017", "2017-03": its year alone.
    var year: String? { released.map { String($0.prefix(4)) } }
}

/// How many may play a title, and how; nil: nobody knows.
struct TitleModes: Sendable, Equatable {
    var isAlone: Bool?
    /// Players who play together, at most; 0: none do.
    var together: Int?
    /// Players who play against one another, at most; 0: none do.
    var against: Int?

    /// "Alone, together up to 4"; nil: nothing is known.
    var words: String? {
        func several(_ most: Int?, _ how: String) -> String? { most.flatMap { $0 > 1 ? "\(how), up to \($0)" : nil } }
        let words = [isAlone == true ? "Alone" : nil, several(together, "together"), several(against, "against one another")]
        let known = words.compactMap(\.self).joined(separator: "; ")
        return known.isEmpty ? nil : known.prefix(1).uppercased() + known.dropFirst()
    }
}
