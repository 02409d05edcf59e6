import GameRules
import Postgres

/// Statements about answers, hints, verdicts and reminders. A statement changes a row only if the row is still in the expected state. Every
/// transaction with one of these changes begins with `RiddleQueries.lock`.
struct AnswerQueries {
    /// The solution of a riddle, to compare an answer with. It is never shown.
    func solution(of riddle: ID<Riddle>) -> Query<RiddleSolution?> {
        .first(
            """
            SELECT solution, jim_number::bigint, audience FROM riddles WHERE id = $1 AND erased_at IS NULL
            """, riddle)
    }

    /// Starts a riddle for `me` that was sent to the whole club, or by the mascot EmoJim. Does nothing if `me` has started the riddle
    /// before, or was a juror and therefore knows the solution.
    func start(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO riddle_plays (club_id, member_id, riddle_id, sender_id, is_direct, day)
            SELECT r.club_id, m.id, r.id, r.sender_id, false, CASE WHEN r.day = \(Day.of("now()", in: "'UTC'")) THEN r.day END
            FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = $2
            WHERE r.id = $1 AND r.withdrawn_at IS NULL AND r.audience IN ('club', 'daily', 'welcome') AND m.left_at IS NULL
                AND r.sender_id IS DISTINCT FROM m.id
                AND NOT EXISTS (SELECT FROM riddle_jurors j WHERE j.club_id = r.club_id AND j.juror_id = m.id AND j.riddle_id = r.id)
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = r.club_id AND a.member_id = m.id AND a.other_id = r.sender_id)
            ON CONFLICT DO NOTHING
            """, riddle, me)
    }

    /// Adds a riddle to the list of `me`, who has opened the link to the riddle. Returns 0 if `me` has the riddle already, or may not
    /// receive it.
    func acceptLink(to riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO riddle_plays (club_id, member_id, riddle_id, sender_id, is_direct)
            SELECT r.club_id, m.id, r.id, r.sender_id, true FROM riddles r JOIN members m ON m.club_id = r.club_id AND m.id = $2
            WHERE r.id = $1 AND r.withdrawn_at IS NULL AND r.audience = 'link' AND m.left_at IS NULL AND r.sender_id <> m.id
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = r.club_id AND a.member_id = m.id AND a.other_id = r.sender_id)
            ON CONFLICT DO NOTHING
            """, riddle, me)
    }

    /// Stores an answer that waits for the verdict of the sender. Returns 0 if `me` cannot answer now, for example because all tries are
    /// used.
    func submit(_ answer: String, _ match: RiddleAnswer.Match, to riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH play AS (
                UPDATE riddle_plays p SET state = 'waiting', waiting_since = now(), tries = tries + 1
                WHERE riddle_id = $1 AND member_id = $2 AND state = 'open' AND is_direct AND NOT is_disputed AND tries < 3
                    AND \(AnswerQueries.isNotBlocked)
                RETURNING club_id, member_id, riddle_id
            )
            INSERT INTO riddle_answers (club_id, member_id, riddle_id, number, text, match)
            SELECT p.club_id, p.member_id, p.riddle_id, \(AnswerQueries.next("p")), $3, $4 FROM play p
            """, riddle, me, answer, match)
    }

    /// Stores an answer and judges it at once: `match` says how it compares with the solution. A nearly right answer costs no try, unless
    /// it is the tenth answer or a later one. Returns the new state of the riddle for `me`. Nil if `me` cannot answer now.
    /// - Parameter mayBeFirst: whether a right answer is marked as the first one in the club. If two transactions mark an answer at the
    /// same time, the constraint `riddle_plays_one_first` fails, and the caller tries again with false.
    func submitAndJudge(
        _ answer: String, _ match: RiddleAnswer.Match, to riddle: ID<Riddle>, by me: ID<Member>, mayBeFirst: Bool
    ) -> Query<Riddle.State?> {
        .first(
            """
            WITH play AS (
                SELECT p.club_id, p.member_id, p.riddle_id, p.tries, \(AnswerQueries.next("p")) AS number FROM riddle_plays p
                WHERE p.riddle_id = $1 AND p.member_id = $2 AND p.state = 'open' AND NOT p.is_direct AND NOT p.is_disputed AND p.tries < 3
                    AND \(AnswerQueries.isNotBlocked)
            ), judged AS (
                SELECT p.*, CASE WHEN $4 = 'exact' THEN 'right' WHEN $4 = 'nearly' AND p.number <= 9 THEN 'nearly' ELSE 'wrong' END AS verdict
                FROM play p
            ), said AS (
                INSERT INTO riddle_answers (club_id, member_id, riddle_id, number, text, match, verdict, judged_by, judged_at)
                SELECT club_id, member_id, riddle_id, number, $3, $4, verdict, 'match', now() FROM judged
            )
            UPDATE riddle_plays p SET tries = p.tries + (j.verdict <> 'nearly')::integer,
                state = CASE WHEN j.verdict = 'right' THEN 'right' WHEN j.verdict = 'wrong' AND p.tries >= 2 THEN 'wrong' ELSE 'open' END,
                finished_at = CASE WHEN j.verdict = 'right' OR j.verdict = 'wrong' AND p.tries >= 2 THEN now() END,
                is_first = $5 AND j.verdict = 'right' AND NOT EXISTS (SELECT FROM riddle_plays f
                    WHERE f.club_id = p.club_id AND f.riddle_id = p.riddle_id AND f.is_first),
                day = CASE WHEN p.day = \(Day.of("now()", in: "'UTC'")) THEN p.day END
            FROM judged j WHERE p.club_id = j.club_id AND p.member_id = j.member_id AND p.riddle_id = j.riddle_id
            RETURNING p.state
            """, riddle, me, answer, match, mayBeFirst)
    }

    /// SQL condition: no block exists between the receiver and the sender in the row `p` of `riddle_plays`.
    private static let isNotBlocked: SQL = """
        NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = p.club_id AND a.member_id = p.member_id AND a.other_id = p.sender_id)
        """

    private static func next(_ p: SQL) -> SQL {
        """
        (SELECT coalesce(max(a.number), 0) + 1 FROM riddle_answers a
            WHERE a.club_id = \(p).club_id AND a.member_id = \(p).member_id AND a.riddle_id = \(p).riddle_id)
        """
    }

    /// Stores the verdict of the sender `me` on a waiting answer. Returns the new state of the riddle for the receiver. Nil if the answer
    /// does not wait for a verdict.
    func judge(
        _ verdict: RiddleAnswer.Verdict, number: Int, of member: ID<Member>, to riddle: ID<Riddle>, by me: ID<Member>
    ) -> Query<Riddle.State?> {
        .first(
            """
            WITH answer AS (
                UPDATE riddle_answers a SET verdict = $5, judged_by = 'sender', judged_at = now() FROM riddle_plays p
                WHERE p.riddle_id = $1 AND p.member_id = $2 AND p.sender_id = $3 AND p.state = 'waiting' AND a.club_id = p.club_id
                    AND a.member_id = p.member_id AND a.riddle_id = p.riddle_id AND a.number = $4::bigint AND a.verdict IS NULL
                RETURNING a.club_id, a.member_id, a.riddle_id
            )
            UPDATE riddle_plays p SET waiting_since = NULL, \(AnswerQueries.judged("$5"))
            FROM answer a WHERE p.club_id = a.club_id AND p.member_id = a.member_id AND p.riddle_id = a.riddle_id
                AND p.state = 'waiting' RETURNING p.state
            """, riddle, member, me, number, verdict)
    }

    private static func judged(_ verdict: SQL) -> SQL {
        """
        state = CASE WHEN \(verdict) = 'right' THEN 'right' WHEN p.tries >= 3 THEN 'wrong' ELSE 'open' END,
            finished_at = CASE WHEN \(verdict) = 'right' OR p.tries >= 3 THEN now() END
        """
    }

    func giveUp(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE riddle_plays SET state = 'given-up', finished_at = now()
            WHERE riddle_id = $1 AND member_id = $2 AND state = 'open' AND NOT is_disputed
            """, riddle, me)
    }

    /// Opens one more hint, if hints open on request.
    func openHint(of riddle: ID<Riddle>, for me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE riddle_plays p SET hints = p.hints + 1 FROM riddles r
            WHERE p.riddle_id = $1 AND p.member_id = $2 AND p.finished_at IS NULL AND r.club_id = p.club_id AND r.id = p.riddle_id
                AND r.hint_hours IS NULL AND p.hints < cardinality(r.hints)
            """, riddle, me)
    }

    // MARK: Overdue verdicts

    /// The time that a sender has to judge an answer.
    static let timeToJudge: SQL = "interval '3 days'"

    /// Riddles with an answer that has waited for a verdict for more than three days.
    func overdue(limit: Int) -> Query<[ID<Riddle>]> {
        .all(
            """
            SELECT DISTINCT riddle_id FROM (SELECT riddle_id FROM riddle_plays
                WHERE state = 'waiting' AND waiting_since < now() - \(AnswerQueries.timeToJudge) ORDER BY waiting_since LIMIT $1) due
            """, limit)
    }

    /// Judges one answer that has waited for a verdict for more than three days. The answer is right if it matches the solution exactly.
    /// Otherwise the riddle ends for the receiver, and nobody gets a point. Nil if there is no such answer.
    func judgeOverdue(_ riddle: ID<Riddle>) -> Query<OverduePlay?> {
        .first(
            """
            WITH due AS (
                SELECT p.club_id, p.member_id, p.riddle_id FROM riddle_plays p
                WHERE p.riddle_id = $1 AND p.state = 'waiting' AND p.waiting_since < now() - \(AnswerQueries.timeToJudge) LIMIT 1
            ), answer AS (
                UPDATE riddle_answers a SET verdict = CASE WHEN a.match = 'exact' THEN 'right' ELSE 'wrong' END, judged_by = 'time',
                    judged_at = now()
                FROM due WHERE a.club_id = due.club_id AND a.member_id = due.member_id AND a.riddle_id = due.riddle_id AND a.verdict IS NULL
                RETURNING a.club_id, a.member_id, a.riddle_id, a.verdict
            )
            UPDATE riddle_plays p SET waiting_since = NULL, finished_at = now(),
                state = CASE WHEN a.verdict = 'right' THEN 'right' ELSE 'unjudged' END
            FROM answer a WHERE p.club_id = a.club_id AND p.member_id = a.member_id AND p.riddle_id = a.riddle_id
                AND p.state = 'waiting' RETURNING p.member_id, p.sender_id
            """, riddle)
    }

    // MARK: Reminders

    /// Stores that `me` reminds the sender to judge an answer. Returns the sender, who gets the notice. Nil if `me` has sent a reminder in
    /// the last 24 hours.
    func nudgeSender(of riddle: ID<Riddle>, by me: ID<Member>) -> Query<ID<Member>?> {
        .first(
            """
            UPDATE riddle_plays SET sender_nudged_at = now() WHERE riddle_id = $1 AND member_id = $2 AND state = 'waiting'
                AND (sender_nudged_at IS NULL OR sender_nudged_at < now() - interval '1 day') RETURNING sender_id
            """, riddle, me)
    }

    /// Stores that the sender `me` reminds a receiver who has not answered. Returns the receiver, who gets the notice. Nil if `me` has sent
    /// this receiver a reminder in the last 24 hours.
    func nudge(_ member: ID<Member>, about riddle: ID<Riddle>, by me: ID<Member>) -> Query<ID<Member>?> {
        .first(
            """
            UPDATE riddle_plays SET member_nudged_at = now() WHERE riddle_id = $1 AND member_id = $2 AND sender_id = $3 AND state = 'open'
                AND is_direct AND NOT is_disputed AND (member_nudged_at IS NULL OR member_nudged_at < now() - interval '1 day')
            RETURNING member_id
            """, riddle, member, me)
    }
}

/// The receiver (`member`) and the sender of a riddle with an answer that was not judged in time.
struct OverduePlay: RowRecord {
    var member: ID<Member>
    /// Nil if the sender has left.
    var sender: ID<Member>?

    static let decoder = RowDecoder(OverduePlay.init)
}

struct RiddleSolution: RowRecord {
    private let solution: String
    private let jimNumber: Int?
    let audience: Riddle.Audience

    static let decoder = RowDecoder(RiddleSolution.init)
}

extension RiddleSolution {
    func match(_ answer: String) -> RiddleAnswer.Match {
        let others = jimNumber.flatMap { number in JimsRiddles.all.first { $0.number == number } }?.otherSolutions ?? []
        return switch Solution.match(answer, solution: solution, others: others) {
        case .exact: .exact
        case .nearly: .nearly
        case .none: .none
        }
    }
}
