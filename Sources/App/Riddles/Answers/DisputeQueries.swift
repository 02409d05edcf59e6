import FoundationEssentials
import Postgres

/// Every transaction that changes a dispute begins with `RiddleQueries.lock`.
struct DisputeQueries {
    /// Opens a dispute about the last verdict on an answer of `me`. The verdict must be "wrong" and at most seven days old, and `me` must
    /// have no earlier dispute about this riddle. Otherwise nothing happens. `callJury` and `begin` follow in the same transaction.
    func open(_ riddle: ID<Riddle>, reason: String, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO riddle_disputes (club_id, member_id, riddle_id, number, reason, closes_at)
            SELECT p.club_id, p.member_id, p.riddle_id, a.number, $3, now() + interval '48 hours' FROM riddle_plays p JOIN LATERAL (
                SELECT a.number, a.verdict, a.judged_at FROM riddle_answers a WHERE a.club_id = p.club_id AND a.member_id = p.member_id
                    AND a.riddle_id = p.riddle_id AND a.verdict IS DISTINCT FROM 'nearly' ORDER BY a.number DESC LIMIT 1
            ) a ON a.verdict = 'wrong' AND a.judged_at > now() - interval '7 days'
            WHERE p.riddle_id = $1 AND p.member_id = $2 AND p.state IN ('open', 'wrong') AND NOT p.is_disputed
            ON CONFLICT DO NOTHING
            """, riddle, me, reason)
    }

    /// Asks up to five random members to vote in the dispute that the current transaction has opened. They are chosen from the 50 members
    /// who were most recently active, in the last 30 days (rows in `presence` are at most a day old). If fewer than three members are possible, nobody is asked. These members are not
    /// possible: the sender and the receiver of the riddle, members with a block between them and the sender or the receiver, and members
    /// who are playing the riddle.
    func callJury(about riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH dispute AS (
                \(DisputeQueries.opened)
            ), possible AS (
                SELECT m.id FROM dispute d CROSS JOIN LATERAL (
                    (SELECT h.club_id, h.member_id AS id, h.seen_at FROM presence h WHERE h.club_id = d.club_id ORDER BY h.seen_at DESC LIMIT 50)
                    UNION ALL (SELECT l.club_id, l.id, l.seen_at FROM members l WHERE l.club_id = d.club_id
                        AND l.seen_at > now() - interval '30 days' AND l.left_at IS NULL ORDER BY l.seen_at DESC LIMIT 50)
                ) seen JOIN members m ON m.club_id = seen.club_id AND m.id = seen.id
                WHERE m.left_at IS NULL AND m.id <> d.member_id AND m.id IS DISTINCT FROM d.sender_id
                    AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = m.id
                        AND (a.other_id = d.member_id OR a.other_id = d.sender_id))
                    AND NOT EXISTS (SELECT FROM riddle_plays o WHERE o.club_id = m.club_id AND o.member_id = m.id
                        AND o.riddle_id = d.riddle_id AND o.finished_at IS NULL)
                GROUP BY m.id ORDER BY max(seen.seen_at) DESC LIMIT 50
            )
            INSERT INTO riddle_jurors (club_id, juror_id, riddle_id, member_id) SELECT d.club_id, c.id, d.riddle_id, d.member_id FROM dispute d
            CROSS JOIN (SELECT id FROM possible WHERE (SELECT count(*) FROM possible) >= 3 ORDER BY random() LIMIT 5) c
            """, riddle, me)
    }

    /// Begins the vote in the dispute that the current transaction has opened. Without jurors, the dispute is decided at once and the
    /// verdict stays. Nil if the transaction has opened no dispute.
    func begin(about riddle: ID<Riddle>, by me: ID<Member>) -> Query<OpenedDispute?> {
        .first(
            """
            WITH dispute AS (
                SELECT d.*, ARRAY(SELECT j.juror_id FROM riddle_jurors j WHERE j.club_id = d.club_id AND j.riddle_id = d.riddle_id
                    AND j.member_id = d.member_id) AS jurors FROM (\(DisputeQueries.opened)) d
            ), decided AS (
                UPDATE riddle_disputes c SET decided_at = now() FROM dispute d
                WHERE d.jurors = '{}' AND c.club_id = d.club_id AND c.member_id = d.member_id AND c.riddle_id = d.riddle_id
            )
            UPDATE riddle_plays p SET is_disputed = d.jurors <> '{}' FROM dispute d
            WHERE p.club_id = d.club_id AND p.member_id = d.member_id AND p.riddle_id = d.riddle_id RETURNING p.sender_id, d.jurors
            """, riddle, me)
    }

    /// The dispute of `$2` about the riddle `$1` that the current transaction has opened.
    private static let opened: SQL = """
        SELECT d.club_id, d.member_id, d.riddle_id, p.sender_id FROM riddle_disputes d
        JOIN riddle_plays p ON p.club_id = d.club_id AND p.member_id = d.member_id AND p.riddle_id = d.riddle_id
        WHERE d.riddle_id = $1 AND d.member_id = $2 AND d.opened_at = now()
        """

    /// The dispute as a juror sees it. Nil if `juror` is not a juror of this dispute.
    func jurorCase(of member: ID<Member>, about riddle: ID<Riddle>, for juror: ID<Member>) -> Query<JurorCase?> {
        .first(
            """
            SELECT r.emoji, r.solution, r.kind, a.text, d.reason, d.closes_at, j.vote, d.decided_at IS NOT NULL
            FROM riddle_jurors j
            JOIN riddle_disputes d ON d.club_id = j.club_id AND d.member_id = j.member_id AND d.riddle_id = j.riddle_id
            JOIN riddle_answers a ON a.club_id = d.club_id AND a.member_id = d.member_id AND a.riddle_id = d.riddle_id AND a.number = d.number
            JOIN riddles r ON r.club_id = d.club_id AND r.id = d.riddle_id
            WHERE j.juror_id = $3 AND j.riddle_id = $1 AND j.member_id = $2
            """, riddle, member, juror)
    }

    /// Stores the vote of a juror. Returns 0 if the juror does not belong to this dispute or has voted already, or if the vote is
    /// over.
    func vote(
        _ verdict: RiddleAnswer.Verdict, on member: ID<Member>, about riddle: ID<Riddle>, by juror: ID<Member>
    ) -> Query<Int> {
        .change(
            """
            WITH vote AS (
                UPDATE riddle_jurors j SET vote = $4, voted_at = now() FROM riddle_disputes d
                WHERE j.juror_id = $3 AND j.riddle_id = $1 AND j.member_id = $2 AND j.vote IS NULL AND d.club_id = j.club_id
                    AND d.member_id = j.member_id AND d.riddle_id = j.riddle_id AND d.decided_at IS NULL AND d.closes_at > now()
                RETURNING j.club_id, j.member_id, j.riddle_id, j.vote
            )
            UPDATE riddle_disputes d SET rights = d.rights + (v.vote = 'right')::integer, wrongs = d.wrongs + (v.vote = 'wrong')::integer
            FROM vote v WHERE d.club_id = v.club_id AND d.member_id = v.member_id AND d.riddle_id = v.riddle_id
            """, riddle, member, juror, verdict)
    }

    /// Decides a dispute when all jurors have voted or its time is over. The answer becomes right if more jurors voted "right" than
    /// "wrong". Otherwise the verdict stays. Nil if the dispute cannot be decided yet, or is decided already.
    func decide(_ member: ID<Member>, about riddle: ID<Riddle>) -> Query<DecidedDispute?> {
        .first(
            """
            WITH dispute AS (
                UPDATE riddle_disputes d SET decided_at = now() WHERE d.riddle_id = $1 AND d.member_id = $2 AND d.decided_at IS NULL
                    AND (d.closes_at <= now() OR NOT EXISTS (SELECT FROM riddle_jurors j WHERE j.club_id = d.club_id
                        AND j.riddle_id = d.riddle_id AND j.member_id = d.member_id AND j.vote IS NULL))
                RETURNING d.club_id, d.member_id, d.riddle_id, d.number, d.rights > d.wrongs AS is_right
            ), silent AS (
                UPDATE riddle_jurors j SET vote = 'none', voted_at = now() FROM dispute d
                WHERE j.club_id = d.club_id AND j.riddle_id = d.riddle_id AND j.member_id = d.member_id AND j.vote IS NULL
            ), answer AS (
                UPDATE riddle_answers a SET verdict = 'right', judged_by = 'jury', judged_at = now() FROM dispute d
                WHERE d.is_right AND a.club_id = d.club_id AND a.member_id = d.member_id AND a.riddle_id = d.riddle_id AND a.number = d.number
            )
            UPDATE riddle_plays p SET is_disputed = false, state = CASE WHEN d.is_right THEN 'right' ELSE p.state END,
                finished_at = CASE WHEN d.is_right THEN coalesce(p.finished_at, now()) ELSE p.finished_at END
            FROM dispute d WHERE p.club_id = d.club_id AND p.member_id = d.member_id AND p.riddle_id = d.riddle_id AND p.is_disputed
            RETURNING p.member_id, p.sender_id, d.is_right
            """, riddle, member)
    }

    func overdue(limit: Int) -> Query<[ID<Riddle>]> {
        .all(
            """
            SELECT DISTINCT riddle_id FROM (SELECT riddle_id FROM riddle_disputes WHERE decided_at IS NULL AND closes_at <= now()
                ORDER BY closes_at LIMIT $1) due
            """, limit)
    }

    func overdue(about riddle: ID<Riddle>) -> Query<[ID<Member>]> {
        .all(
            """
            SELECT d.member_id FROM riddle_plays p JOIN riddle_disputes d
                ON d.club_id = p.club_id AND d.member_id = p.member_id AND d.riddle_id = p.riddle_id
            WHERE p.riddle_id = $1 AND d.decided_at IS NULL AND d.closes_at <= now()
            """, riddle)
    }
}

struct OpenedDispute: RowRecord {
    /// Nil if EmoJim sent the riddle, or if the sender has left.
    var sender: ID<Member>?
    /// The members who are asked to vote. Empty if there were too few possible jurors, so that the verdict stays.
    var jurors: [ID<Member>]

    static let decoder = RowDecoder(OpenedDispute.init)
}

struct DecidedDispute: RowRecord {
    var member: ID<Member>
    var sender: ID<Member>?
    var isAnswerRight: Bool

    static let decoder = RowDecoder(DecidedDispute.init)
}

struct JurorCase: RowRecord {
    var emoji: String
    var solution: String
    var kind: Riddle.Kind
    var answer: String
    var reason: String
    var closesAt: Date
    /// The vote of the juror: "right" or "wrong". Nil if the juror has not voted yet, and "none" if the dispute was decided without this
    /// vote.
    var vote: String?
    var isDecided: Bool

    static let decoder = RowDecoder(JurorCase.init)
}
