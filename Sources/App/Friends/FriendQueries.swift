import Postgres

/// SQL over `follows`. Before a change of follows, lock both members (`ClubDirectoryQueries.lock`). After the change, run
/// `recalculateMutual`.
struct FriendQueries {
    /// Returns 0 if no follow was stored. This happens if `me` already follows the other member or already follows `Friends.followLimit`
    /// members, if a block exists, or if one of the two has left.
    func follow(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO follows (club_id, member_id, followed_id, is_ignored)
            SELECT m.club_id, $1, m.id, EXISTS (SELECT FROM dismissals d
                WHERE d.club_id = m.club_id AND d.member_id = m.id AND d.follower_id = $1)
            FROM members m
            WHERE m.id = $2 AND m.id <> $1 AND m.left_at IS NULL AND (SELECT count(*) FROM follows WHERE member_id = $1) < $3
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = $1 AND a.other_id = m.id)
                AND EXISTS (SELECT FROM members i WHERE i.club_id = m.club_id AND i.id = $1 AND i.left_at IS NULL)
            FOR KEY SHARE OF m
            ON CONFLICT DO NOTHING
            """, me, other, Friends.followLimit)
    }

    func unfollow(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM follows WHERE member_id = $1 AND followed_id = $2", me, other)
    }

    /// Marks the other member's follow as ignored, so that it is no longer shown as a friend request.
    func ignore(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change("UPDATE follows SET is_mutual = false, is_ignored = true WHERE member_id = $2 AND followed_id = $1", me, other)
    }

    /// Stores that `me` ignores friend requests of the other member, even if that member unfollows and follows again.
    func dismiss(_ other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO dismissals (club_id, member_id, follower_id) SELECT club_id, followed_id, member_id FROM follows
            WHERE member_id = $2 AND followed_id = $1 AND NOT is_mutual ON CONFLICT DO NOTHING
            """, me, other)
    }

    /// Deletes what `dismiss` has stored, so that friend requests of the other member are shown again.
    func deleteDismissal(of other: ID<Member>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM dismissals WHERE member_id = $1 AND follower_id = $2", me, other)
    }

    func endFriendship(_ one: ID<Member>, _ other: ID<Member>) -> Query<Int> {
        .change("DELETE FROM follows WHERE (member_id, followed_id) IN (($1, $2), ($2, $1))", one, other)
    }

    /// Recalculates whether two members are friends. Returns 2 if they follow each other, 1 if only one follows the other, and 0 otherwise.
    func recalculateMutual(_ one: ID<Member>, _ other: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE follows f SET is_mutual = both_ways.is_so, is_ignored = f.is_ignored AND NOT both_ways.is_so
            FROM (SELECT count(*) = 2 AS is_so FROM follows WHERE (member_id, followed_id) IN (($1, $2), ($2, $1))) both_ways
            WHERE (f.member_id, f.followed_id) IN (($1, $2), ($2, $1))
            """, one, other)
    }

    /// The friends of a member. Friends who are online come first.
    func friends(of member: ID<Member>, limit: Int) -> Query<[Friend]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false) AS is_online, 0, 0
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            WHERE f.member_id = $1 AND f.is_mutual ORDER BY is_online DESC, m.display_name, m.id LIMIT $2
            """, member, limit)
    }

    /// Members who follow `me` and are not followed back, the latest first.
    func requests(to me: ID<Member>, limit: Int) -> Query<[Friend]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                CASE WHEN \(PrivacyKind.clubSees("friends", of: "m")) THEN (SELECT count(*) FROM follows mine JOIN follows theirs
                    ON theirs.club_id = mine.club_id AND theirs.member_id = m.id AND theirs.followed_id = mine.followed_id
                    AND theirs.is_mutual WHERE mine.member_id = $1 AND mine.is_mutual) ELSE 0 END, 0
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.member_id
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            WHERE f.followed_id = $1 AND NOT f.is_mutual AND NOT f.is_ignored ORDER BY f.created_at DESC LIMIT $2
            """, me, limit)
    }

    /// Members whom `me` follows and who do not follow back, the latest first.
    func unanswered(of me: ID<Member>, limit: Int) -> Query<[Friend]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false), 0, 0
            FROM follows f JOIN members m ON m.club_id = f.club_id AND m.id = f.followed_id
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            WHERE f.member_id = $1 AND NOT f.is_mutual ORDER BY f.created_at DESC LIMIT $2
            """, me, limit)
    }

    /// Members whom `me` may know: friends of friends, and recent opponents. Members who follow `me`, or whom `me` follows, are left out.
    func suggestions(for me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[Friend]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false), s.friends, s.games
            FROM (
                SELECT id, friends, games FROM (
                    SELECT id, sum(friends) AS friends, sum(games) AS games FROM (
                        SELECT theirs.followed_id AS id, 1 AS friends, 0 AS games
                        FROM (
                            SELECT f.club_id, f.followed_id FROM follows f
                            JOIN members o ON o.club_id = f.club_id AND o.id = f.followed_id
                                AND \(PrivacyKind.friendsSee("friends", of: "o"))
                            WHERE f.member_id = $1 AND f.is_mutual LIMIT 100
                        ) mine
                        CROSS JOIN LATERAL (
                            SELECT t.followed_id FROM follows t
                            WHERE t.club_id = mine.club_id AND t.member_id = mine.followed_id AND t.is_mutual LIMIT 100) theirs
                        UNION ALL
                        (SELECT o_member, 0, 1 FROM games WHERE x_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT 100)
                        UNION ALL
                        (SELECT x_member, 0, 1 FROM games WHERE o_member = $1 AND outcome <> 'running' ORDER BY finished_at DESC LIMIT 100)
                    ) met
                    WHERE id <> $1 AND id <> ALL ($2) GROUP BY id
                ) known
                WHERE NOT EXISTS (SELECT FROM follows w WHERE w.member_id = $1 AND w.followed_id = known.id)
                    AND NOT EXISTS (SELECT FROM follows w WHERE w.member_id = known.id AND w.followed_id = $1)
                ORDER BY 3 * friends + games DESC, id LIMIT $3
            ) s
            JOIN members m ON m.id = s.id AND m.left_at IS NULL
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            ORDER BY 3 * s.friends + s.games DESC, m.id
            """, me, hidden, limit)
    }
}
