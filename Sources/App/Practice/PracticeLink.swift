import FoundationEssentials
import Postgres

/// A link by which somebody without an account looks at what a member has practised.
struct PracticeLink: Sendable, RowDecodable {
    /// What may be in it.
    enum Part: String, StoredName, CaseIterable {
        case wordley, slideit, taps, tasks

        var words: String {
            switch self {
            case .wordley: "Wordley"
            case .slideit: "SlideIt"
            case .taps: "How I tap in SlideIt"
            case .tasks: "My day: what I did this week"
            }
        }
    }

    var id: ID<PracticeLink>
    /// For whom it is.
    var label: String
    var parts: [Part]
    var endsAt: Date
    /// When somebody last looked; nil: nobody has.
    var seenAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        label = try row.next()
        parts = try row.next([String].self).compactMap(Part.init)
        endsAt = try row.next()
        seenAt = try row.next()
    }

    /// Of a link `l`.
    static let columns: SQL = "l.id, l.label, l.parts, l.ends_at, l.seen_at"

    /// Below the site's address.
    static func path(_ token: SessionToken) -> String { "/practised/\(token.text)" }
}

/// A link as somebody follows it.
struct FollowedLink: Sendable, RowDecodable {
    var club: Int
    var member: ID<Member>
    var link: PracticeLink

    init(_ row: inout Row) throws {
        club = try row.next()
        member = try row.next()
        link = try PracticeLink(&row)
    }
}

/// Whose it is.
struct LinkOwner: Sendable, RowDecodable {
    var name: String
    var zone: String
    /// The club's, which nobody is told.
    var slug: String

    init(_ row: inout Row) throws {
        name = try row.next()
        zone = try row.next()
        slug = try row.next()
    }
}

/// All SQL over links, and over who else sees how a member practises.
struct PracticeSharingQueries {
    /// How many links a member may have at once.
    static let most = 10

    func links(of me: ID<Member>) -> Query<[PracticeLink]> {
        .all(
            """
            SELECT \(PracticeLink.columns) FROM practice_links l WHERE l.member_id = $1 AND l.ends_at > now() ORDER BY l.id DESC
            """, me)
    }

    /// nil: they have as many as there may be.
    func make(_ token: SessionToken, _ label: String, _ parts: [PracticeLink.Part], by me: ID<Member>) -> Query<ID<PracticeLink>?> {
        .first(
            """
            INSERT INTO practice_links (club_id, member_id, token_hash, label, parts)
            SELECT m.club_id, m.id, $2, $3, $4 FROM members m WHERE m.id = $1 AND m.left_at IS NULL
                AND (SELECT count(*) FROM practice_links l WHERE l.member_id = m.id AND l.ends_at > now()) < $5
            RETURNING id
            """, me, token.hash, label, parts.map(\.rawValue), Self.most)
    }

    func end(_ link: ID<PracticeLink>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM practice_links WHERE id = $1 AND member_id = $2", link, me)
    }

    /// For the segment's next statement: which link it sees.
    func name(_ token: SessionToken) -> Query<String> {
        .one("SELECT set_config('app.practice_link', encode($1, 'hex'), true)", token.hash)
    }

    func followed(_ token: SessionToken) -> Query<FollowedLink?> {
        .first(
            """
            SELECT l.club_id, l.member_id, \(PracticeLink.columns) FROM practice_links l WHERE l.token_hash = $1 AND l.ends_at > now()
            """, token.hash)
    }

    /// nil: they have left.
    func owner(_ member: ID<Member>) -> Query<LinkOwner?> {
        .first(
            """
            SELECT m.display_name, a.time_zone, c.slug FROM members m JOIN clubs c ON c.id = m.club_id
            JOIN memberships s ON s.club_id = m.club_id AND s.member_id = m.id JOIN accounts a ON a.id = s.account_id
            WHERE m.id = $1 AND m.left_at IS NULL
            """, member)
    }

    /// Somebody looks at it; written down once a minute.
    func noteSeen(_ link: ID<PracticeLink>) -> Query<Int> {
        .change(
            "UPDATE practice_links SET seen_at = now() WHERE id = $1 AND (seen_at IS NULL OR seen_at < now() - interval '1 minute')", link)
    }

    /// Deletes links that have ended.
    func forget(limit: Int) -> Query<Int> {
        .change("DELETE FROM practice_links WHERE id IN (SELECT id FROM practice_links WHERE ends_at < now() LIMIT $1)", limit)
    }

    // MARK: Within the club

    func audience(of me: ID<Member>) -> Query<Audience> {
        .one(
            """
            SELECT CASE WHEN 'practice' = ANY (for_me) THEN 'me' WHEN 'practice' = ANY (for_friends) THEN 'friends' ELSE 'club' END
            FROM members WHERE id = $1
            """, me)
    }

    func show(to audience: Audience, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE members SET
                for_me = array_remove(for_me, 'practice') || CASE $2::text WHEN 'me' THEN ARRAY['practice'] ELSE '{}' END,
                for_friends = array_remove(for_friends, 'practice') || CASE $2::text WHEN 'friends' THEN ARRAY['practice'] ELSE '{}' END
            WHERE id = $1
            """, me, audience)
    }

    func rank(_ isRanked: Bool, _ me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_settings (club_id, member_id, is_ranked) SELECT m.club_id, m.id, $2 FROM members m WHERE m.id = $1
            ON CONFLICT (club_id, member_id) DO UPDATE SET is_ranked = excluded.is_ranked
            """, me, isRanked)
    }
}
