import Postgres

enum RiddleData {
    static let exports = [
        Export("riddles") { RiddleDataQueries().sent(of: $0, after: $1, limit: $2) },
        Export("riddle-plays") { RiddleDataQueries().plays(of: $0, after: $1, limit: $2) },
        Export(
            "riddle-disputes", of: "riddle_disputes", by: "riddle_id",
            fields: [
                "riddle": "riddle_id", "answer": "number", "reason": "reason", "opened_at": "opened_at", "closes_at": "closes_at",
                "decided_at": "decided_at", "for_right": "rights", "for_wrong": "wrongs",
            ]),
        Export("riddle-votes") { RiddleDataQueries().votes(of: $0, after: $1, limit: $2) },
        Export(
            "riddle-score", recordOf: "riddle_totals",
            fields: [
                "points": "points", "solved": "solved", "tried": "finished", "sent": "sent", "hardest": "hardest_id",
                "hardest_not_solved_by": "hardest_failed", "streak": "streak", "best_streak": "best_streak", "streak_up_to": "streak_day",
            ]),
    ]

    /// The riddles that the member sent are erased first, and end for their receivers, so that nobody continues to play them during the
    /// erasure.
    static let erasureSteps = [
        ErasureStep("riddles", .rows(atOnce: 300) { RiddleDataQueries().eraseSent(of: $0, limit: $1) }),
        ErasureStep("riddle receivers", .rows(atOnce: 500) { RiddleDataQueries().endReceived(from: $0, limit: $1) }),
        ErasureStep("riddle plays", .rows(atOnce: 500) { RiddleDataQueries().erasePlays(of: $0, limit: $1) }),
        ErasureStep("riddles nobody has", .rows(atOnce: 300) { RiddleDataQueries().eraseUnlisted(by: $0, limit: $1) }),
        ErasureStep("riddle answers", .rows(atOnce: 500) { RiddleDataQueries().eraseAnswers(of: $0, limit: $1) }),
        ErasureStep("riddle votes", .rows(atOnce: 1000) { RiddleDataQueries().eraseVotes(of: $0, limit: $1) }),
        ErasureStep("riddle credits", .rows(atOnce: 1000) { RiddleDataQueries().eraseCredits(of: $0, limit: $1) }),
        ErasureStep(deleting: "riddle_totals"),
    ]
}

struct RiddleDataQueries {
    // MARK: Export

    func sent(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT r.id, json_build_object('emoji', r.emoji, 'solution', r.solution, 'kind', r.kind, 'hints', r.hints, 'for', r.audience,
                'sent_at', r.sent_at, 'solved', r.solved, 'not_solved', r.failed, 'withdrawn_at', r.withdrawn_at)::text
            FROM riddles r WHERE r.sender_id = $1 AND r.id > $2 AND r.erased_at IS NULL ORDER BY r.id LIMIT $3
            """, me, after, limit)
    }

    /// Each riddle that the member has received or started, with the member's answers. `emoji` is null if the content of the riddle was
    /// erased.
    func plays(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT p.riddle_id, json_build_object('emoji', nullif(r.emoji, ''), 'from', coalesce(s.display_name, 'EmoJim'), 'state', p.state,
                'tries', p.tries, 'hints', p.hints, 'is_first', p.is_first, 'day', p.day, 'sent_at', p.sent_at, 'finished_at', p.finished_at,
                'removed_at', p.removed_at, 'answers', (
                    SELECT json_agg(json_build_object('answer', a.text, 'at', a.made_at, 'verdict', a.verdict, 'by', a.judged_by,
                        'judged_at', a.judged_at) ORDER BY a.number)
                    FROM riddle_answers a WHERE a.club_id = p.club_id AND a.member_id = p.member_id AND a.riddle_id = p.riddle_id))::text
            FROM (SELECT * FROM riddle_plays WHERE member_id = $1 AND riddle_id > $2 ORDER BY riddle_id LIMIT $3) p
            JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id
            LEFT JOIN members s ON s.club_id = p.club_id AND s.id = p.sender_id
            ORDER BY p.riddle_id
            """, me, after, limit)
    }

    /// The votes that `me` gave as a juror. They are grouped by riddle, because a riddle can have several disputes.
    func votes(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT j.riddle_id, json_build_object('riddle', j.riddle_id, 'votes',
                json_agg(json_build_object('vote', j.vote, 'at', j.voted_at) ORDER BY j.member_id))::text
            FROM riddle_jurors j WHERE j.juror_id = $1 AND j.riddle_id > $2 GROUP BY j.riddle_id ORDER BY j.riddle_id LIMIT $3
            """, me, after, limit)
    }

    // MARK: Erasure

    /// SQL assignments that erase the content of a riddle. The row stays, because points depend on it.
    private static let contentErased: SQL = """
        withdrawn_at = coalesce(withdrawn_at, now()), erased_at = now(), emoji = '', solution = '', hints = '{}'
        """

    /// Erases the content of the riddles that the member sent. If a receiver has finished such a riddle and has an open dispute about it,
    /// the dispute ends.
    func eraseSent(of member: ID<Member>, limit: Int) -> Query<Int> {
        .one(
            """
            WITH gone AS (
                UPDATE riddles SET \(RiddleDataQueries.contentErased) WHERE id IN (
                    SELECT id FROM riddles WHERE sender_id = $1 AND erased_at IS NULL ORDER BY id LIMIT $2 FOR UPDATE)
                RETURNING club_id, id
            ), no_longer_disputed AS (
                UPDATE riddle_plays p SET is_disputed = false FROM gone
                WHERE p.club_id = gone.club_id AND p.riddle_id = gone.id AND p.is_disputed AND p.finished_at IS NOT NULL
            )
            SELECT count(*) FROM gone
            """, member, limit)
    }

    /// Ends riddles that the member sent: each receiver who has not finished such a riddle can no longer play it.
    func endReceived(from member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            WITH held AS (
                SELECT r.club_id, r.id FROM riddles r WHERE r.id IN (
                    SELECT riddle_id FROM riddle_plays WHERE sender_id = $1 AND finished_at IS NULL LIMIT $2)
                ORDER BY r.id FOR UPDATE
            )
            UPDATE riddle_plays p SET \(RiddleDataQueries.playEnded) FROM held
            WHERE p.club_id = held.club_id AND p.riddle_id = held.id AND p.sender_id = $1 AND p.finished_at IS NULL
            """, member, limit)
    }

    private static let playEnded: SQL = """
        state = CASE WHEN p.finished_at IS NULL THEN 'withdrawn' ELSE p.state END, waiting_since = NULL, is_disputed = false,
            finished_at = coalesce(p.finished_at, now())
        """

    /// Ends the riddles that the member has not finished, and removes all riddles from the member's lists. The rows of `riddle_plays` stay,
    /// because points of other members depend on them.
    func erasePlays(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            WITH held AS (
                SELECT r.club_id, r.id FROM riddles r WHERE r.id IN (
                    SELECT riddle_id FROM riddle_plays WHERE member_id = $1 AND removed_at IS NULL ORDER BY riddle_id LIMIT $2)
                ORDER BY r.id FOR UPDATE
            )
            UPDATE riddle_plays p SET removed_at = now(), \(RiddleDataQueries.playEnded) FROM held
            WHERE p.club_id = held.club_id AND p.member_id = $1 AND p.riddle_id = held.id AND p.removed_at IS NULL
            """, member, limit)
    }

    /// Erases the content of withdrawn riddles that the member played and that are on nobody's list any more.
    func eraseUnlisted(by member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE riddles SET \(RiddleDataQueries.contentErased) WHERE id IN (
                SELECT r.id FROM riddle_plays p JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id
                WHERE p.member_id = $1 AND r.withdrawn_at IS NOT NULL AND r.erased_at IS NULL AND NOT EXISTS (SELECT FROM riddle_plays o
                    WHERE o.club_id = r.club_id AND o.riddle_id = r.id AND o.removed_at IS NULL)
                ORDER BY r.id LIMIT $2 FOR UPDATE OF r)
            """, member, limit)
    }

    /// Deletes the answers of the member. Foreign keys also delete the disputes about these answers, and the votes in these disputes.
    func eraseAnswers(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            WITH held AS (
                SELECT r.club_id, r.id FROM riddles r WHERE r.id IN (
                    SELECT riddle_id FROM riddle_answers WHERE member_id = $1 ORDER BY riddle_id LIMIT $2)
                ORDER BY r.id FOR UPDATE
            )
            DELETE FROM riddle_answers a USING held WHERE a.club_id = held.club_id AND a.member_id = $1 AND a.riddle_id = held.id
            """, member, limit)
    }

    func eraseVotes(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM riddle_jurors WHERE juror_id = $1 AND (riddle_id, member_id) IN (
                SELECT riddle_id, member_id FROM riddle_jurors WHERE juror_id = $1 ORDER BY riddle_id, member_id LIMIT $2)
            """, member, limit)
    }

    func eraseCredits(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE riddles SET credit_id = NULL WHERE id IN (
                SELECT id FROM riddles WHERE credit_id = $1 ORDER BY id LIMIT $2 FOR UPDATE)
            """, member, limit)
    }
}
