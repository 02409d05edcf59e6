import FoundationEssentials
import Postgres

/// All SQL over whom a member follows, and what those play.
struct PlayerQueries {
    static let (shown, newsShown, named) = (40, 20, 20)

    /// Whom a member follows, those first who have done something with a title last.
    func followed(by me: ID<Member>, limit: Int) -> Query<[FollowedPlayer]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), \(Audience.includes("$1", "m.messages_from", of: "m.id", in: "m.club_id")),
                ARRAY(SELECT t.name FROM library_entries e JOIN titles t ON t.id = e.title_id
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND e.state = 'plays'
                        AND \(LibraryEntry.isShown(toFriend: "p.is_mutual")) ORDER BY e.place, e.title_id LIMIT 3),
                (SELECT count(*) FROM library_entries e JOIN library_entries o ON o.club_id = e.club_id AND o.member_id = $1
                    AND o.title_id = e.title_id
                    WHERE e.club_id = m.club_id AND e.member_id = m.id AND \(LibraryEntry.isShown(toFriend: "p.is_mutual")))
            FROM (
                SELECT f.*, (SELECT e.news_at FROM library_entries e WHERE e.club_id = f.club_id AND e.member_id = f.followed_id
                    AND e.news_at IS NOT NULL ORDER BY e.news_at DESC LIMIT 1) AS at
                FROM follows f WHERE f.member_id = $1
            ) p JOIN members m ON m.club_id = p.club_id AND m.id = p.followed_id AND m.left_at IS NULL
            ORDER BY p.at DESC NULLS LAST, lower(m.display_name), m.id LIMIT $2
            """, me, limit)
    }

    /// What those did last, as far as they show it.
    /// - Parameter kind: of these alone; nil: of all.
    func news(for me: ID<Member>, _ kind: LibraryNews.Kind?, hidden: [ID<Member>]) -> Query<[LibraryNews]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), t.id, t.name, \(CoverQueries.version), e.news, e.rating::bigint, e.news_at
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id AND m.left_at IS NULL
            CROSS JOIN LATERAL (SELECT * FROM library_entries e WHERE e.club_id = f.club_id AND e.member_id = f.followed_id
                AND e.news_at IS NOT NULL AND ($2::text IS NULL OR e.news = $2) AND \(LibraryEntry.isShown(toFriend: "f.is_mutual"))
                ORDER BY e.news_at DESC LIMIT 10) e
            JOIN titles t ON t.id = e.title_id
            WHERE f.member_id = $1 AND m.id <> ALL ($3)
                AND (\(PrivacyKind.isForClub("library_news", of: "m")) OR f.is_mutual AND \(PrivacyKind.isForFriends("library_news", of: "m")))
            ORDER BY e.news_at DESC, t.id LIMIT $4
            """, me, kind, hidden, Self.newsShown)
    }

    /// What both have, as far as the other shows it.
    func common(with member: ID<Member>, for me: ID<Member>, at cursor: Cursor<Title>, limit: Int) -> Query<[ListedTitle]> {
        .all(
            """
            SELECT \(ListedTitle.columns) FROM library_entries e
            JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id
            JOIN library_entries o ON o.club_id = e.club_id AND o.member_id = $2 AND o.title_id = e.title_id
            LEFT JOIN follows f ON f.club_id = e.club_id AND f.member_id = $2 AND f.followed_id = e.member_id
            JOIN titles t ON t.id = e.title_id
            WHERE e.member_id = $1 AND e.title_id \(cursor.beyond) $3 AND \(LibraryEntry.isShown(toFriend: "coalesce(f.is_mutual, false)"))
            ORDER BY e.title_id \(cursor.order) LIMIT $4
            """, member, me, cursor.key, limit)
    }

    // MARK: Names on platforms

    /// What a member is called on platforms, as far as `me` may know.
    func names(of member: ID<Member>, to me: ID<Member>) -> Query<[PlatformName]> {
        .all(
            """
            SELECT n.id, n.platform, n.name, n.audience FROM platform_names n
            WHERE n.member_id = $1 AND (n.member_id = $2 OR \(Audience.includes("$2", "n.audience", of: "n.member_id", in: "n.club_id")))
            ORDER BY lower(n.platform), lower(n.name), n.id
            """, member, me)
    }

    /// Who else sees it, where it is there already. Returns 0 when there are as many as there may be.
    func add(_ form: PlatformNameForm, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO platform_names (club_id, member_id, platform, name, audience) SELECT m.club_id, m.id, $2, $3, $4 FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM platform_names n WHERE n.member_id = $1) < $5
            ON CONFLICT (club_id, member_id, platform, name) DO UPDATE SET audience = excluded.audience
            """, me, form.platform, form.name, form.audience, Self.named)
    }

    func remove(_ id: ID<PlatformName>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM platform_names WHERE id = $1 AND member_id = $2", id, me)
    }

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT n.id, json_build_object('platform', n.platform, 'name', n.name, 'audience', n.audience)::text
            FROM platform_names n WHERE n.member_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3
            """, me, after, limit)
    }

    func clear(of member: ID<Member>) -> Query<Int> { .change("DELETE FROM platform_names WHERE member_id = $1", member) }
}

/// Somebody whom a member follows.
struct FollowedPlayer: Sendable, RowDecodable {
    var person: PersonRecord
    var takesMessages: Bool
    /// What they play now, some of it.
    var plays: [String]
    /// How many titles both have.
    var common: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        takesMessages = try row.next()
        plays = try row.next()
        common = try row.next()
    }
}

/// What somebody did last with a title.
struct LibraryNews: Sendable, RowDecodable {
    enum Kind: String, StoredName, CaseIterable {
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
    var title: ID<Title>
    var name: String
    /// The version of its cover.
    var cover: String?
    var kind: Kind
    var rating: Int?
    var at: Date

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        title = try row.next()
        name = try row.next()
        cover = try row.next()
        kind = try row.next()
        rating = try row.next()
        at = try row.next()
    }

    /// Who hears of it.
    static let privacy = PrivacyKind(name: "library_news", label: "News of video games that you start, finish or rate")
}

/// What a member is called on a platform.
struct PlatformName: Sendable, RowDecodable {
    var id: ID<PlatformName>
    var platform: String
    var name: String
    var audience: Audience

    init(_ row: inout Row) throws {
        id = try row.next()
        platform = try row.next()
        name = try row.next()
        audience = try row.next()
    }
}

/// Such a name as it was typed, and what is wrong with it.
struct PlatformNameForm: Sendable {
    var platform = ""
    var name = ""
    var audience = Audience.friends
    var problems: [String: String] = [:]

    init() {}

    init(_ form: Form) {
        (platform, name) = (form.line("platform"), form.line("name"))
        audience = Audience(rawValue: form["audience"]) ?? .friends
        if platform.isEmpty { problems["platform"] = "Say where: Steam, Switch, Discord." }
        if platform.unicodeScalars.count > 60 { problems["platform"] = "Use at most 60 characters." }
        if name.isEmpty { problems["name"] = "Say what you are called there." }
        if name.unicodeScalars.count > 100 { problems["name"] = "Use at most 100 characters." }
    }
}
