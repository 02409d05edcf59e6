import Postgres

struct TogetherQueries {
    /// The largest number of players in a group. The visitor is one of them.
    static let groupLimit = 8
    private static let (gameLimit, suggestionLimit) = (60, 24)

    func people(called handles: [String], hidden: [ID<Member>]) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM members m
            WHERE m.handle = ANY ($1) AND m.left_at IS NULL AND m.id <> ALL ($2) ORDER BY array_position($1::text[], m.handle)
            """, handles, hidden)
    }

    /// Suggested players: members whom `me` follows, friends first.
    func playPartners(of me: ID<Member>) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM (SELECT * FROM follows WHERE member_id = $1 LIMIT $2) f
            JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id AND m.left_at IS NULL
            ORDER BY f.is_mutual DESC, lower(m.display_name), m.id LIMIT $3
            """, me, Friends.followLimit, Self.suggestionLimit)
    }

    /// Games that everybody in a group has or wants, that the group can play on one platform, and that are not known to be for fewer
    /// players.
    ///
    /// The best rated games come first, and games with an unknown number of players last. Entries that `me` cannot see do not count.
    /// Platform names are compared without case, because members write them in different ways.
    /// - Parameters:
    ///   - handles: the handles of the other members. If one of them is not in the club, nothing is found.
    ///   - platform: the platform to play on. If `platform` is nil, any platform is possible.
    ///   - isPicking: whether one game is picked at random. If there are games that everybody wants, one of these is picked.
    func games(
        for me: ID<Member>, with handles: [String], hidden: [ID<Member>], on platform: String?, isPicking: Bool
    ) -> Query<[SharedVideoGame]> {
        .all(
            """
            WITH players AS MATERIALIZED (
                SELECT m.club_id, m.id, e.state, e.state = 'wants' AS is_wanted
                FROM members m LEFT JOIN follows f ON f.club_id = m.club_id AND f.member_id = $1 AND f.followed_id = m.id
                CROSS JOIN unnest('{plays,again,finished,wants}'::text[]) e (state)
                WHERE cardinality($2::text[]) > 0 AND (m.id = $1 OR m.handle = ANY ($2::text[])) AND m.left_at IS NULL AND m.id <> ALL ($3)
                    AND (m.id = $1 OR \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)")))
            ), common AS (
                SELECT e.video_game_id, bool_and(p.is_wanted) AS is_wanted, sum(e.rating)::float8 / nullif(count(e.rating), 0) AS rating,
                    min(nullif(e.platform, '') COLLATE "C") AS platform, max(nullif(e.platform, '') COLLATE "C") AS other
                FROM players p JOIN library_entries e ON e.club_id = p.club_id AND e.member_id = p.id AND e.state = p.state
                GROUP BY e.video_game_id HAVING count(*) = cardinality($2::text[]) + 1
            ), fitting AS MATERIALIZED (
                SELECT t.id, t.club_id, t.name, t.released, t.platforms, c.is_wanted, c.rating, c.platform,
                    greatest(t.together, t.against) > cardinality($2::text[]) AS is_known
                FROM common c JOIN video_games t ON t.id = c.video_game_id
                WHERE (c.platform IS NULL OR c.platform = c.other OR (SELECT count(DISTINCT lower(e.platform)) FROM players p
                        JOIN library_entries e ON e.club_id = p.club_id AND e.member_id = p.id AND e.state = p.state
                        WHERE e.video_game_id = c.video_game_id AND e.platform <> '') = 1)
                    AND (greatest(t.together, t.against) > cardinality($2::text[]) OR t.together IS NULL OR t.against IS NULL)
                    AND ($4::text IS NULL OR lower($4) = lower(c.platform)
                        OR c.platform IS NULL AND lower($4) IN (SELECT lower(p) FROM unnest(t.platforms) p))
            ), picked AS (
                SELECT id FROM fitting WHERE $5 ORDER BY is_wanted DESC, random() LIMIT 1
            )
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), t.is_wanted, t.platform,
                coalesce(t.is_known, false), t.rating, t.id = (SELECT id FROM picked) IS TRUE, t.games
            FROM (
                SELECT t.*, count(*) OVER () AS games, row_number() OVER (
                    ORDER BY coalesce(t.is_known, false) DESC, coalesce(t.rating, s.rated::float8 / nullif(s.ratings, 0)) DESC NULLS LAST,
                        s.members DESC NULLS LAST, t.name, t.id) AS place
                FROM fitting t LEFT JOIN video_game_totals s ON s.video_game_id = t.id
            ) t WHERE t.place <= $6 OR t.id = (SELECT id FROM picked) ORDER BY t.place
            """, me, handles, hidden, platform, isPicking, Self.gameLimit)
    }

    /// The games with these ids, in the order of the ids and without data about a group.
    func games(_ ids: [ID<VideoGame>]) -> Query<[SharedVideoGame]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), false, NULL::text, true, NULL::float8, false, 0::bigint
            FROM video_games t WHERE t.id = ANY ($1) ORDER BY array_position($1::bigint[], t.id)
            """, ids)
    }
}

struct SharedVideoGame: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]
    var coverVersion: String?
    /// True if everybody in the group has the game on the list of games that they want to play.
    var isWanted: Bool
    /// The platform in the list entries of the group. Nil if no entry names a platform.
    var platform: String?
    /// True if the catalogue says that enough players can play it. False if the number of players is unknown.
    var supportsPlayerCount: Bool
    /// The group's average rating, from 1 to 10. Nil if nobody in the group has rated the game.
    var rating: Double?
    var isPicked: Bool
    /// The number of all games that were found. Only the first of them are returned.
    var totalCount: Int

    static let decoder = RowDecoder(SharedVideoGame.init)
}
