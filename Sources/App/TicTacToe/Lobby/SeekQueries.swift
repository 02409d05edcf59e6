import GameRules
import Postgres

/// The game that has started for a member, and its other player. Both are nil if the member has to wait.
struct Pairing: RowRecord {
    var game: ID<Game>?
    var partner: ID<Member>?

    static let decoder = RowDecoder(Pairing.init)
}

struct WaitingMember: RowRecord {
    var id: ID<Seek>
    var person: PersonRecord
    var variant: TicTacToe.Variant

    static let decoder = RowDecoder(WaitingMember.init)
}

struct Seek: RowRecord {
    var variant: TicTacToe.Variant
    var isPartnerHere: Bool

    static let decoder = RowDecoder(Seek.init)
}

struct SeekQueries {
    /// Locks the search for opponents on one kind of board until the transaction ends. Otherwise two members who search at the same time
    /// would not find each other.
    func lock(_ variant: TicTacToe.Variant) -> Query<Int> {
        .one("SELECT count(pg_advisory_xact_lock(hashtextextended('seek:' || current_setting('app.club_id') || ':' || $1, 0)))", variant)
    }

    /// Starts a game of `me` with the member who has waited longest, is online and is not blocked. If there is no such member, stores a
    /// seek of `me`, an open request for any opponent. A repeated request within ten seconds returns the same game, unless one member has
    /// blocked the other meanwhile.
    /// - Parameter seek: The only seek with which a game may start. If this seek has ended, nothing changes. If the parameter is nil, every
    /// seek counts.
    func pair(_ me: ID<Member>, _ variant: TicTacToe.Variant, with seek: ID<Seek>? = nil, iStart: Bool) -> Query<Pairing?> {
        .first(
            """
            WITH just_paired AS (
                SELECT id, x_member, o_member FROM games
                WHERE outcome = 'running' AND $1 IN (x_member, o_member) AND challenge_id IS NULL AND machine IS NULL AND variant = $2
                    AND started_at > now() - interval '10 seconds'
                    AND NOT EXISTS (SELECT FROM blocked_pairs a
                        WHERE a.club_id = games.club_id AND a.member_id = x_member AND a.other_id = o_member)
                ORDER BY id DESC LIMIT 1
            ), partner AS (
                DELETE FROM seeks WHERE id = (
                    SELECT s.id FROM seeks s JOIN presence p ON p.club_id = s.club_id AND p.member_id = s.member_id
                    WHERE s.variant = $2 AND ($4::bigint IS NULL OR s.id = $4) AND s.member_id <> $1 AND s.expires_at > now()
                        AND \(PresenceQueries.isHere(at: "p.seen_at"))
                        AND NOT EXISTS (SELECT FROM just_paired)
                        AND NOT EXISTS (SELECT FROM blocked_pairs a
                            WHERE a.club_id = s.club_id AND a.member_id = $1 AND a.other_id = s.member_id)
                    ORDER BY s.id LIMIT 1
                ) RETURNING club_id, member_id
            ), done AS (
                DELETE FROM seeks WHERE member_id = $1 AND EXISTS (SELECT FROM partner)
            ), game AS (
                \(GameQueries.insertPair) SELECT club_id, NULL, $2, 1, CASE WHEN $3 THEN $1 ELSE member_id END,
                    CASE WHEN $3 THEN member_id ELSE $1 END FROM partner
                RETURNING id
            ), line AS (
                INSERT INTO seeks (club_id, member_id, variant)
                SELECT club_id, id, $2 FROM members
                WHERE id = $1 AND $4::bigint IS NULL AND NOT EXISTS (SELECT FROM partner) AND NOT EXISTS (SELECT FROM just_paired)
                ON CONFLICT (club_id, member_id) DO UPDATE SET variant = excluded.variant, expires_at = excluded.expires_at
            )
            SELECT coalesce((SELECT id FROM game), (SELECT id FROM just_paired)),
                coalesce((SELECT member_id FROM partner), (SELECT CASE x_member WHEN $1 THEN o_member ELSE x_member END FROM just_paired))
            """, me, variant, iStart, seek)
    }

    /// Seeks of members who are online, oldest first.
    func waiting(limit: Int) -> Query<[WaitingMember]> {
        .all(
            """
            SELECT s.id, \(PersonRecord.columns(of: "m")), s.variant
            FROM seeks s JOIN presence p ON p.club_id = s.club_id AND p.member_id = s.member_id
            JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id
            WHERE s.expires_at > now() AND \(PresenceQueries.isHere(at: "p.seen_at")) ORDER BY s.id LIMIT $1
            """, limit)
    }

    /// The kind of board of a seek. Nil if the seek has ended.
    func variant(of seek: ID<Seek>) -> Query<TicTacToe.Variant?> {
        .first("SELECT variant FROM seeks WHERE id = $1 AND expires_at > now()", seek)
    }

    func deleteSeek(of me: ID<Member>) -> Query<Int> { .change("DELETE FROM seeks WHERE member_id = $1", me) }

    func deleteExpired(limit: Int) -> Query<Int> {
        .change("DELETE FROM seeks WHERE id IN (SELECT id FROM seeks WHERE expires_at <= now() ORDER BY id LIMIT $1)", limit)
    }

    /// The seek of `me`, and whether another member who seeks an opponent on the same kind of board is online.
    func seek(of me: ID<Member>) -> Query<Seek?> {
        .first(
            """
            SELECT s.variant, EXISTS (
                SELECT FROM seeks o JOIN presence p ON p.club_id = o.club_id AND p.member_id = o.member_id
                WHERE o.club_id = s.club_id AND o.variant = s.variant AND o.member_id <> s.member_id AND o.expires_at > now()
                    AND \(PresenceQueries.isHere(at: "p.seen_at"))
                    AND NOT EXISTS (SELECT FROM blocked_pairs a
                        WHERE a.club_id = s.club_id AND a.member_id = s.member_id AND a.other_id = o.member_id)
            )
            FROM seeks s WHERE s.member_id = $1 AND s.expires_at > now()
            """, me)
    }
}
