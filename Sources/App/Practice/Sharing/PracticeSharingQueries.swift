import FoundationEssentials
import Postgres

struct PracticeSharingQueries {
    static let maxLinks = 10

    func links(of me: ID<Member>) -> Query<[PracticeLink]> {
        .all(
            """
            SELECT \(PracticeLink.columns) FROM practice_links l WHERE l.member_id = $1 AND l.ends_at > now() ORDER BY l.id DESC
            """, me)
    }

    /// Creates a link to the member's practice. Nil if the member has `maxLinks` open links already, or has left the club.
    func create(_ token: SessionToken, _ label: String, _ parts: [PracticeLink.Part], by me: ID<Member>) -> Query<ID<PracticeLink>?> {
        .first(
            """
            INSERT INTO practice_links (club_id, member_id, token_hash, label, parts)
            SELECT m.club_id, m.id, $2, $3, $4 FROM members m WHERE m.id = $1 AND m.left_at IS NULL
                AND (SELECT count(*) FROM practice_links l WHERE l.member_id = m.id AND l.ends_at > now()) < $5
            RETURNING id
            """, me, token.hash, label, parts.map(\.rawValue), Self.maxLinks)
    }

    func delete(_ link: ID<PracticeLink>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM practice_links WHERE id = $1 AND member_id = $2", link, me)
    }

    /// Makes the link with this token visible to the next statement of the transaction. Row-level security compares the hash of the token,
    /// because the transaction has no current club.
    func setLinkToken(_ token: SessionToken) -> Query<String> {
        .one("SELECT set_config('app.practice_link', encode($1, 'hex'), true)", token.hash)
    }

    /// The link with this token. Nil if the link has ended. Run `setLinkToken` before this statement, in the same transaction.
    func link(_ token: SessionToken) -> Query<FollowedLink?> {
        .first(
            """
            SELECT l.club_id, l.member_id, \(PracticeLink.columns) FROM practice_links l WHERE l.token_hash = $1 AND l.ends_at > now()
            """, token.hash)
    }

    /// The member whose practice a link shows. Nil if the member has left the club.
    func owner(_ member: ID<Member>) -> Query<LinkOwner?> {
        .first(
            """
            SELECT m.display_name, a.time_zone, c.slug FROM members m JOIN clubs c ON c.id = m.club_id
            JOIN memberships s ON s.club_id = m.club_id AND s.member_id = m.id JOIN accounts a ON a.id = s.account_id
            WHERE m.id = $1 AND m.left_at IS NULL
            """, member)
    }

    /// Stores the current time as the last time that the link was opened, at most once a minute.
    func recordView(of link: ID<PracticeLink>) -> Query<Int> {
        .change(
            "UPDATE practice_links SET seen_at = now() WHERE id = $1 AND (seen_at IS NULL OR seen_at < now() - interval '1 minute')", link)
    }

    func deleteExpired(limit: Int) -> Query<Int> {
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

    func setAudience(_ audience: Audience, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE members SET
                for_me = array_remove(for_me, 'practice') || CASE $2::text WHEN 'me' THEN ARRAY['practice'] ELSE '{}' END,
                for_friends = array_remove(for_friends, 'practice') || CASE $2::text WHEN 'friends' THEN ARRAY['practice'] ELSE '{}' END
            WHERE id = $1
            """, me, audience)
    }

    func setRanked(_ isRanked: Bool, _ me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO practice_settings (club_id, member_id, is_ranked) SELECT m.club_id, m.id, $2 FROM members m WHERE m.id = $1
            ON CONFLICT (club_id, member_id) DO UPDATE SET is_ranked = excluded.is_ranked
            """, me, isRanked)
    }
}
