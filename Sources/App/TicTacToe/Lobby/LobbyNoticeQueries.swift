import Postgres

struct LobbyNoticeQueries {
    /// Notifies `other` that `me` has accepted their challenge and that `game` has started. Returns `other` if a notice was added.
    func notifyOfAcceptance(_ game: ID<Game>, to other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'accepted', $3, g.id FROM games g JOIN members m ON m.club_id = g.club_id AND m.id = $2
            WHERE g.id = $1 AND \(NoticeQueries.wantsNotice("m", of: "accepted", by: "$3"))
            FOR KEY SHARE OF g
            ON CONFLICT (club_id, member_id, kind, subject_id) DO NOTHING RETURNING n.member_id
            """, game, other, me)
    }
}
