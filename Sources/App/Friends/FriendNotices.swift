import Postgres

extension WaitingKind {
    static let request = WaitingKind(
        "request", "Somebody would like to be my friend", rank: 3,
        rows: "SELECT FROM follows WHERE followed_id = $1 AND NOT is_mutual AND NOT is_ignored AND member_id <> ALL ($2)"
    ) { visit, limit in
        FriendQueries().requests(to: visit.me, limit: limit).map { requests in
            requests.filter { !visit.hidden.contains($0.person.id) }.map {
                NoticeRow($0.person, "would like to be your friend", "/friends", at: nil, isNew: true, club: visit.club)
            }
        }
    }
}

extension NoticeKind {
    /// Its subject is who did it.
    static let friend = NoticeKind(
        "friend", "Somebody I asked is now my friend", words: { _, _ in "is now your friend" }, path: { "/members/\($0.actor.handle)" })
}

struct FriendNoticeQueries {
    /// `me` follows somebody back, who is told, but not of the same again within a day.
    func befriend(_ other: ID<Member>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'friend', $2, $2 FROM members m WHERE m.id = $1
                AND \(NoticeQueries.hears("m", of: "friend", by: "$2"))
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = n.is_read AND n.created_at > now() - interval '1 day', created_at = excluded.created_at
            RETURNING n.member_id
            """, other, me)
    }
}
