import Postgres

extension WaitingKind {
    /// To answer, to judge, or to vote on.
    static let riddle = WaitingKind("riddle", "A riddle waits for my answer or my verdict", rank: 4, rows: riddleRows) { visit, limit in
        RiddleListQueries().waiting(for: visit.me, hidden: visit.hidden, limit: limit).map { riddles in
            riddles.map { NoticeRow($0.person, $0.words, $0.path, at: $0.since, isNew: true, club: visit.club) }
        }
    }

    static let riddleRows: SQL = """
        SELECT FROM riddle_plays WHERE member_id = $1 AND state = 'open' AND is_direct AND NOT is_disputed AND sender_id <> ALL ($2)
        UNION ALL SELECT FROM riddle_plays WHERE sender_id = $1 AND state = 'waiting' AND NOT is_disputed AND member_id <> ALL ($2)
        UNION ALL SELECT FROM riddle_jurors WHERE juror_id = $1 AND vote IS NULL AND member_id <> ALL ($2)
        """
}

extension NoticeKind {
    /// Their subject is the riddle.
    static let riddleJudged = NoticeKind(
        "riddlejudged", "An answer of mine to a riddle is judged", words: { _, _ in "has judged your answer" })
    static let riddleTimed = NoticeKind(
        "riddletimed", "An answer of mine to a riddle is not judged in time", words: { _, _ in "did not judge your answer in time" })
    static let riddleDone = NoticeKind(
        "riddledone", "Somebody is done with a riddle of mine", words: { _, _ in "is done with your riddle" })
    static let riddleNudge = NoticeKind("riddlenudge", "Somebody reminds me of a riddle", words: { _, _ in "reminds you of a riddle" })
    static let riddleDispute = NoticeKind(
        "riddledispute", "Somebody disputes a verdict of mine", words: { _, _ in "disputes your verdict on a riddle" })
    static let riddleSettled = NoticeKind(
        "riddlesettled", "A dispute about a riddle is settled", words: { _, _ in "and you: the dispute about a riddle is settled" })
    static let ofRiddles = [riddleJudged, riddleTimed, riddleDone, riddleNudge, riddleDispute, riddleSettled]

    private convenience init(_ name: SQL, _ label: String, words: @escaping @Sendable (Notice, ID<Member>) -> String) {
        self.init(name, label, words: words, path: { "/riddles/\($0.subject)" })
    }
}

struct RiddleNoticeQueries {
    /// Somebody should hear of what `actor` did about a riddle. Returns whom to tell.
    func tell(_ member: ID<Member>?, of kind: NoticeKind, about riddle: ID<Riddle>, by actor: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, $4, $3, r.id FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = $2
            WHERE r.id = $1 AND r.gone_at IS NULL AND m.id <> $3 AND m.left_at IS NULL AND $4 <> ALL (m.quiet)
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = m.id AND a.other_id = $3)
            FOR KEY SHARE OF r
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, riddle, member, actor, kind.name.description)
    }

    /// Whose riddle it is hears who is done with it.
    func tellSender(of riddle: ID<Riddle>, by actor: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            INSERT INTO notices AS n (club_id, member_id, kind, actor_id, subject_id)
            SELECT m.club_id, m.id, 'riddledone', $2, r.id FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = r.sender_id
            WHERE r.id = $1 AND r.deleted_at IS NULL AND \(NoticeQueries.hears("m", of: "riddledone", by: "$2"))
                AND EXISTS (SELECT FROM riddle_plays p WHERE p.club_id = r.club_id AND p.member_id = $2 AND p.riddle_id = r.id
                    AND p.finished_at IS NOT NULL)
            FOR KEY SHARE OF r
            ON CONFLICT (club_id, member_id, kind, subject_id)
            DO UPDATE SET id = DEFAULT, is_read = false, actor_id = excluded.actor_id, created_at = excluded.created_at
            RETURNING n.member_id
            """, riddle, actor)
    }
}
