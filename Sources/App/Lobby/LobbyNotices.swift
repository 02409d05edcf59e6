import Postgres

extension WaitingKind {
    static let challenge = WaitingKind(
        "challenge", "Somebody challenges me", rank: 0,
        rows: "SELECT FROM challenges WHERE to_member = $1 AND state = 'open' AND expires_at > now() AND from_member <> ALL ($2)"
    ) { visit, _ in
        LobbyQueries().incoming(to: visit.me).map { challenges in
            challenges.filter { !visit.hidden.contains($0.from.id) }.map {
                NoticeRow($0.from, "challenges you to a game", "/lobby", at: $0.createdAt, isNew: true, club: visit.club)
            }
        }
    }
}

extension NoticeKind {
    /// Its subject is the game.
    static let accepted = NoticeKind(
        "accepted", "A challenge of mine is accepted", words: { _, _ in "plays: your challenge is accepted" },
        path: { "/games/\($0.subject)" })
}

struct LobbyNoticeQueries {
    /// `me` accepts somebody's challenge, and there is a game.
    func accept(_ game: ID<Game>, of other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'accepted', $3, g.id FROM games g JOIN members m ON m.club_id = g.club_id AND m.id = $2
            WHERE g.id = $1 AND \(NoticeQueries.hears("m", of: "accepted", by: "$3"))
            FOR KEY SHARE OF g
            ON CONFLICT (club_id, member_id, kind, subject_id) DO NOTHING RETURNING n.member_id
            """, game, other, me)
    }
}
