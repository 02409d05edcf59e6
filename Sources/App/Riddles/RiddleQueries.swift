import Calendar
import GameRules
import Postgres

struct RiddleQueries {
    // MARK: Creating

    /// The given members who can receive a riddle from `me`. `me`, former members, and members with a block between them and `me` are left
    /// out.
    func receivers(_ members: [ID<Member>], of me: ID<Member>) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM members m WHERE m.id = ANY ($1) AND \(RiddleQueries.mayReceive("m", from: "$2"))
            """, members, me)
    }

    func receivers(named handles: [String], of me: ID<Member>) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM members m WHERE m.handle = ANY ($1) AND \(RiddleQueries.mayReceive("m", from: "$2"))
            """, handles, me)
    }

    /// Likely receivers: friends, then recently active members, then new members.
    func suggestions(for me: ID<Member>, limit: Int) -> Query<[PersonRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")) FROM (
                (SELECT club_id, followed_id AS id, 0 AS place FROM follows WHERE member_id = $1 AND is_mutual LIMIT $2)
                UNION ALL
                (SELECT club_id, member_id, 1 FROM presence WHERE member_id <> $1 ORDER BY seen_at DESC LIMIT $2)
                UNION ALL
                (SELECT club_id, id, 2 FROM members WHERE left_at IS NULL ORDER BY id DESC LIMIT $2)
            ) near JOIN members m ON m.club_id = near.club_id AND m.id = near.id
            WHERE \(RiddleQueries.mayReceive("m", from: "$1"))
            GROUP BY \(PersonRecord.columns(of: "m")) ORDER BY min(near.place), m.display_name, m.id LIMIT $2
            """, me, limit)
    }

    private static func mayReceive(_ m: SQL, from sender: SQL) -> SQL {
        """
        \(m).left_at IS NULL AND \(m).id <> \(sender)
            AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = \(m).club_id AND a.member_id = \(sender) AND a.other_id = \(m).id)
        """
    }

    /// Creates a riddle for `receivers`. If one of them cannot receive it, nothing is stored and the result is nil.
    /// - Parameter origin: the riddle that `me` forwards. Nil if the new riddle is not forwarded. The new riddle credits the first author
    ///   of `origin` if emoji and solution are unchanged, and `me` has sent or finished `origin`.
    func create(
        _ riddle: NewRiddle, for receivers: [ID<Member>], code: String?, origin: ID<Riddle>?, by me: ID<Member>
    ) -> Query<ID<Riddle>?> {
        .first(
            """
            WITH receivers AS (
                SELECT m.id FROM members m WHERE m.id = ANY ($3) AND \(RiddleQueries.mayReceive("m", from: "$1")) FOR KEY SHARE OF m
            ), origin AS (
                SELECT coalesce(r.credit_id, nullif(r.sender_id, $1)) AS credit_id, r.sender_id IS NULL AND r.jim_number IS NOT NULL
                    OR r.credits_jim AS credits_jim
                FROM riddles r WHERE r.id = $12 AND r.erased_at IS NULL AND r.emoji = $4 AND r.solution = $5
                    AND (r.sender_id = $1 OR EXISTS (SELECT FROM riddle_plays p
                        WHERE p.club_id = r.club_id AND p.member_id = $1 AND p.riddle_id = r.id AND p.finished_at IS NOT NULL))
            ), made AS (
                INSERT INTO riddles (club_id, sender_id, audience, emoji, solution, kind, hints, hint_hours, words, code, credit_id, credits_jim)
                SELECT m.club_id, m.id, $2, $4, $5, $6, $7, $8::bigint, $9::bigint, $10, o.credit_id, coalesce(o.credits_jim, false)
                FROM members m LEFT JOIN origin o ON true
                WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM receivers) = $11
                RETURNING club_id, id, sender_id
            ), plays AS (
                INSERT INTO riddle_plays (club_id, member_id, riddle_id, sender_id, is_direct)
                SELECT made.club_id, r.id, made.id, made.sender_id, true FROM made CROSS JOIN receivers r
            )
            SELECT id FROM made
            """, me, riddle.audience, receivers, riddle.emoji, riddle.solution, riddle.kind, riddle.hints, riddle.hintHours, riddle.words,
            code, receivers.count, origin)
    }

    /// Creates the riddle of the day `day` by EmoJim in the club of the transaction. If `day` is nil, creates his welcome riddle. Does
    /// nothing if the riddle already exists.
    func createIfMissing(_ riddle: JimsRiddle, of day: CalendarDate?) -> Query<Int> {
        .change(
            """
            INSERT INTO riddles (club_id, audience, emoji, solution, kind, hints, words, jim_number, day)
            SELECT current_setting('app.club_id')::bigint, CASE WHEN $6::date IS NULL THEN 'welcome' ELSE 'daily' END, $1, $2, $3, $4, $7::bigint,
                $5::bigint, $6
            ON CONFLICT DO NOTHING
            """, riddle.emoji, riddle.solution, riddle.kind, riddle.hints, riddle.number, day, WordCount.of(riddle.solution))
    }

    func daily(_ day: CalendarDate) -> Query<ID<Riddle>?> { .first("SELECT id FROM riddles WHERE day = $1", day) }
    func welcome() -> Query<ID<Riddle>?> { .first("SELECT id FROM riddles WHERE audience = 'welcome'") }

    // MARK: Reading

    /// The riddle. Nil if `me` may not see it. `me` may see riddles that `me` has sent or received, riddles to the whole club, the welcome
    /// riddle, and the riddles of today and of earlier days (UTC). A riddle that `me` has received or started stays visible until `me`
    /// removes it from their list. Every other riddle stays visible until it is withdrawn.
    func riddle(_ id: ID<Riddle>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<RiddleRecord?> {
        .first(
            """
            SELECT \(RiddleRecord.columns) FROM riddles r \(RiddleRecord.joins)
            WHERE r.id = $1 AND r.erased_at IS NULL AND (r.sender_id IS NULL OR r.sender_id <> ALL ($3))
                AND CASE WHEN r.sender_id = $2 THEN r.withdrawn_at IS NULL
                    WHEN p.riddle_id IS NOT NULL THEN p.removed_at IS NULL
                    ELSE r.withdrawn_at IS NULL AND (r.audience = 'club' OR r.audience = 'welcome'
                        OR r.audience = 'daily' AND r.day <= \(Day.of("now()", in: "'UTC'"))) END
            """, id, me, hidden)
    }

    /// The answers to a riddle. If `me` sent the riddle, these are the answers of all members. Otherwise only the answers of `me`.
    func answers(to riddle: ID<Riddle>, for me: ID<Member>, limit: Int) -> Query<[RiddleAnswer]> {
        .all(
            """
            SELECT \(RiddleAnswer.columns) FROM riddle_plays p
            JOIN riddle_answers a ON a.club_id = p.club_id AND a.member_id = p.member_id AND a.riddle_id = p.riddle_id
            WHERE p.riddle_id = $1 AND (p.member_id = $2 OR p.sender_id = $2) ORDER BY a.made_at DESC, a.member_id, a.number LIMIT $3
            """, riddle, me, limit)
    }

    func disputes(about riddle: ID<Riddle>, for me: ID<Member>, limit: Int) -> Query<[RiddleDispute]> {
        .all(
            """
            SELECT \(RiddleDispute.columns) FROM riddle_plays p
            JOIN riddle_disputes d ON d.club_id = p.club_id AND d.member_id = p.member_id AND d.riddle_id = p.riddle_id
            WHERE p.riddle_id = $1 AND (p.member_id = $2 OR p.sender_id = $2) ORDER BY d.opened_at DESC, d.member_id LIMIT $3
            """, riddle, me, limit)
    }

    /// The receivers of a riddle that `me` sent. Receivers who wait for a verdict come first.
    func receivers(of riddle: ID<Riddle>, by me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[RiddleReceiver]> {
        .all(
            """
            SELECT \(RiddleReceiver.columns) FROM riddle_plays p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.riddle_id = $1 AND p.sender_id = $2 AND p.member_id <> ALL ($3)
            ORDER BY p.state = 'waiting' DESC, p.is_first DESC, p.sent_at, p.member_id LIMIT $4
            """, riddle, me, hidden, limit)
    }

    /// The riddle of a link. Nil if the code is unknown, the riddle was withdrawn, or the sender has left. The transaction belongs to the
    /// club of the link.
    func linkedRiddle(code: String) -> Query<LinkedRiddle?> {
        .first(
            """
            SELECT r.id, r.emoji, r.kind, r.words::bigint, \(PersonRecord.columns(of: "s")) FROM riddles r
            JOIN members s ON s.club_id = r.club_id AND s.id = r.sender_id
            WHERE r.code = $1 AND r.withdrawn_at IS NULL AND s.left_at IS NULL
            """, code)
    }

    // MARK: Removing

    /// Locks the riddle until the transaction ends, so that transactions change it one after the other. Every transaction that changes a
    /// riddle begins with this statement.
    func lock(_ riddle: ID<Riddle>) -> Query<[ID<Riddle>]> { .all("SELECT id FROM riddles WHERE id = $1 FOR UPDATE", riddle) }

    /// Withdraws a riddle that `me` sent, and ends it for the receivers who have not finished it. Returns these receivers and `me`. Returns
    /// nothing if there is no such riddle.
    func withdraw(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            WITH gone AS (
                UPDATE riddles SET withdrawn_at = now(), code = CASE WHEN audience = 'link' THEN code END
                WHERE id = $1 AND sender_id = $2 AND withdrawn_at IS NULL RETURNING club_id, id
            ), ended AS (
                UPDATE riddle_plays p SET state = 'withdrawn', waiting_since = NULL, finished_at = now(), is_disputed = false FROM gone
                WHERE p.club_id = gone.club_id AND p.riddle_id = gone.id AND p.finished_at IS NULL RETURNING p.member_id
            )
            SELECT member_id FROM ended UNION ALL SELECT $2 FROM gone
            """, riddle, me)
    }

    /// Removes a received riddle from the list of `me`, if `me` has finished it or has not tried it. Returns 0 otherwise.
    func removeFromList(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE riddle_plays SET removed_at = now(), state = CASE WHEN finished_at IS NULL THEN 'withdrawn' ELSE state END,
                finished_at = coalesce(finished_at, now())
            WHERE riddle_id = $1 AND member_id = $2 AND removed_at IS NULL AND NOT is_disputed
                AND (finished_at IS NOT NULL OR state = 'open' AND tries = 0 AND hints = 0)
            """, riddle, me)
    }

    /// Erases the content of a withdrawn riddle if it is on nobody's list any more.
    func eraseIfUnlisted(_ riddle: ID<Riddle>) -> Query<Int> {
        .change(
            """
            UPDATE riddles r SET erased_at = now(), emoji = '', solution = '', hints = '{}' WHERE id = $1 AND withdrawn_at IS NOT NULL
                AND erased_at IS NULL AND NOT EXISTS (SELECT FROM riddle_plays p
                    WHERE p.club_id = r.club_id AND p.riddle_id = r.id AND p.removed_at IS NULL)
            """, riddle)
    }

    /// After a block, ends the riddles that one of the two members sent to the other and that are not finished.
    func endUnfinished(between one: ID<Member>, and other: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH locked AS MATERIALIZED (
                SELECT r.club_id, r.id FROM riddles r WHERE (r.club_id, r.id) IN (SELECT club_id, riddle_id FROM riddle_plays
                    WHERE finished_at IS NULL AND (sender_id, member_id) IN (($1, $2), ($2, $1))) ORDER BY r.id FOR UPDATE
            )
            UPDATE riddle_plays p SET state = 'withdrawn', waiting_since = NULL, finished_at = now(), is_disputed = false FROM locked l
            WHERE p.club_id = l.club_id AND p.riddle_id = l.id AND p.finished_at IS NULL
                AND (p.sender_id, p.member_id) IN (($1, $2), ($2, $1))
            """, one, other)
    }
}

struct LinkedRiddle: RowRecord {
    var id: ID<Riddle>
    var emoji: String
    var kind: Riddle.Kind
    /// The number of words in the solution. Nil if the sender hides this number.
    var words: Int?
    var sender: PersonRecord

    static let decoder = RowDecoder(LinkedRiddle.init)
}
