import Postgres

struct LobbyDataQueries {
    func challenges(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT c.id, json_build_object('id', c.id, 'to', m.display_name, 'board', c.variant, 'best_of', c.best_of, 'words', c.words,
                'state', c.state, 'sent_at', c.created_at)::text
            FROM challenges c JOIN members m ON m.club_id = c.club_id AND m.id = c.to_member
            WHERE c.from_member = $1 AND c.id > $2 ORDER BY c.id LIMIT $3
            """, me, after, limit)
    }

    func endChallenges(of member: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now() WHERE state = 'open' AND $1 IN (from_member, to_member)
            """, member)
    }

    func eraseChallengeTexts(of member: ID<Member>) -> Query<Int> {
        .change("UPDATE challenges SET words = '' WHERE from_member = $1 AND words <> ''", member)
    }
}
