import FoundationEssentials
import Postgres

struct PlayerQueries {
    static let (followedLimit, newsLimit, nameLimit) = (40, 20, 20)

    /// Members whom `me` follows. The members with the latest activity come first.
    func followed(by me: ID<Member>, limit: Int) -> Query<[FollowedPlayer]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), \(Audience.includes("$1", "m.messages_from", of: "m.id", in: "m.club_id")),
                ARRAY(SELECT t.name FROM library_entries e JOIN video_games t ON t.id = e.video_game_id
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.state = 'plays'
                        AND \(LibraryEntry.isShown(toFriend: "p.is_mutual")) ORDER BY e.place, e.video_game_id LIMIT 3),
                (SELECT count(*) FROM library_entries e JOIN library_entries o ON o.club_id = e.club_id AND o.member_id = $1
                    AND o.video_game_id = e.video_game_id
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND \(LibraryEntry.isShown(toFriend: "p.is_mutual")))
            FROM (
                SELECT f.*, (SELECT e.news_at FROM library_entries e WHERE e.club_id = f.club_id AND e.member_id = f.followed_id
                    AND e.news_at IS NOT NULL ORDER BY e.news_at DESC LIMIT 1) AS at
                FROM follows f WHERE f.member_id = $1
            ) p JOIN members m ON m.club_id = p.club_id AND m.id = p.followed_id AND m.left_at IS NULL
            ORDER BY p.at DESC NULLS LAST, lower(m.display_name), m.id LIMIT $2
            """, me, limit)
    }

    /// The latest activity of members whom `me` follows. Activity that `me` cannot see is left out.
    /// - Parameter kind: the only kind of activity to return. If `kind` is nil, all kinds are returned.
    func news(for me: ID<Member>, _ kind: LibraryActivity.Kind?, hidden: [ID<Member>]) -> Query<[LibraryActivity]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), t.id, t.name, \(CoverQueries.version), e.news, e.rating::bigint, e.news_at
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id AND m.left_at IS NULL
            CROSS JOIN LATERAL (SELECT * FROM library_entries e WHERE e.club_id = f.club_id AND e.member_id = f.followed_id
                AND e.news_at IS NOT NULL AND ($2::text IS NULL OR e.news = $2) AND \(LibraryEntry.isShown(toFriend: "f.is_mutual"))
                ORDER BY e.news_at DESC LIMIT 10) e
            JOIN video_games t ON t.id = e.video_game_id
            WHERE f.member_id = $1 AND m.id <> ALL ($3)
                AND (\(PrivacyKind.clubSees("library_news", of: "m")) OR f.is_mutual AND \(PrivacyKind.friendsSee("library_news", of: "m")))
            ORDER BY e.news_at DESC, t.id LIMIT $4
            """, me, kind, hidden, Self.newsLimit)
    }

    /// Games that both members have on their lists. Lists of the other member that `me` cannot see do not count.
    func common(with member: ID<Member>, for me: ID<Member>, at cursor: Cursor<VideoGame>, limit: Int) -> Query<[ListedVideoGame]> {
        .all(
            """
            SELECT \(ListedVideoGame.columns) FROM library_entries e
            JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id
            JOIN library_entries o ON o.club_id = e.club_id AND o.member_id = $2 AND o.video_game_id = e.video_game_id
            LEFT JOIN follows f ON f.club_id = e.club_id AND f.member_id = $2 AND f.followed_id = e.member_id
            JOIN video_games t ON t.id = e.video_game_id
            WHERE e.member_id = $1 AND e.video_game_id \(cursor.beyond) $3 AND \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)"))
            ORDER BY e.video_game_id \(cursor.order) LIMIT $4
            """, member, me, cursor.key, limit)
    }

    // MARK: Names on platforms

    func names(of member: ID<Member>, to me: ID<Member>) -> Query<[PlatformName]> {
        .all(
            """
            SELECT n.id, n.platform, n.name, n.audience FROM platform_names n
            WHERE n.member_id = $1 AND (n.member_id = $2 OR \(Audience.includes("$2", "n.audience", of: "n.member_id", in: "n.club_id")))
            ORDER BY lower(n.platform), lower(n.name), n.id
            """, member, me)
    }

    /// Adds a name, or changes the audience of a name that exists. Returns 0 if the member already has `nameLimit` names.
    func add(_ form: PlatformNameForm, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO platform_names (club_id, member_id, platform, name, audience) SELECT m.club_id, m.id, $2, $3, $4 FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL AND ((SELECT count(*) FROM platform_names n WHERE n.member_id = $1) < $5
                OR EXISTS (SELECT FROM platform_names n WHERE n.member_id = $1 AND n.platform = $2 AND n.name = $3))
            ON CONFLICT (club_id, member_id, platform, name) DO UPDATE SET audience = excluded.audience
            """, me, form.platform, form.name, form.audience, Self.nameLimit)
    }

    func remove(_ id: ID<PlatformName>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM platform_names WHERE id = $1 AND member_id = $2", id, me)
    }
}

struct FollowedPlayer: RowRecord {
    var person: PersonRecord
    var takesMessages: Bool
    /// The names of at most three games that the player plays now.
    var plays: [String]
    var sharedGameCount: Int

    static let decoder = RowDecoder(FollowedPlayer.init)
}

/// A member's latest activity with a video game.
struct LibraryActivity: RowRecord {
    enum Kind: String, DatabaseEnum, CaseIterable {
        case started, finished, rated

        var label: String {
            switch self {
            case .started: "Started"
            case .finished: "Finished"
            case .rated: "Rated"
            }
        }
    }

    var person: PersonRecord
    var game: ID<VideoGame>
    var name: String
    var coverVersion: String?
    var kind: Kind
    var rating: Int?
    var at: Date

    static let decoder = RowDecoder(LibraryActivity.init)

    static let privacy = PrivacyKind(name: "library_news", label: "News of video games that you start, finish or rate")
}

/// A member's user name on a platform such as Steam.
struct PlatformName: RowRecord {
    var id: ID<PlatformName>
    var platform: String
    var name: String
    var audience: Audience

    static let decoder = RowDecoder(PlatformName.init)
}

struct PlatformNameForm: Sendable {
    var platform = ""
    var name = ""
    var audience = Audience.friends
    var problems: [String: String] = [:]

    init() {}

    init(_ form: Form) {
        (platform, name) = (form.line("platform"), form.line("name"))
        audience = Audience(rawValue: form["audience"]) ?? .friends
        if platform.isEmpty { problems["platform"] = "Write the platform, for example Steam, Switch or Discord." }
        if platform.unicodeScalars.count > 60 { problems["platform"] = "Use at most 60 characters." }
        if name.isEmpty { problems["name"] = "Write the name that you have there." }
        if name.unicodeScalars.count > 100 { problems["name"] = "Use at most 100 characters." }
    }
}
