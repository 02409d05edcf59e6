import Calendar
import GameRules
import Postgres

/// All SQL that makes and shows riddles, and takes them from lists.
struct RiddleQueries {
    // MARK: Making

    /// Who of these may be sent a riddle by `me`: members who are neither `me` nor apart from them.
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

    /// Those whom one would think of first: friends, whoever was here last, and who is new.
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
            AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = \(m).club_id AND a.member_id = \(sender) AND a.other_id = \(m).id)
        """
    }

    /// Stores a riddle for those who may be sent one: all of `receivers`, or none. nil: nothing is stored.
    /// - Parameter origin: the riddle that is sent on, if it is: who made it first is credited, as long as it says the same by the same.
    func make(
        _ riddle: NewRiddle, for receivers: [ID<Member>], code: String?, origin: ID<Riddle>?, by me: ID<Member>
    ) -> Query<ID<Riddle>?> {
        .first(
            """
            WITH receivers AS (
                SELECT m.id FROM members m WHERE m.id = ANY ($3) AND \(RiddleQueries.mayReceive("m", from: "$1")) FOR KEY SHARE OF m
            ), origin AS (
                SELECT coalesce(r.credit_id, nullif(r.sender_id, $1)) AS credit_id, r.sender_id IS NULL AND r.jim_number IS NOT NULL
                    OR r.credits_jim AS credits_jim
                FROM riddles r WHERE r.id = $12 AND r.gone_at IS NULL AND r.emoji = $4 AND r.solution = $5
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

    /// EmoJim's riddle of a day, or his welcome, in the segment's club, in case nobody has asked for it yet.
    func ensure(_ riddle: JimsRiddle, of day: CalendarDate?) -> Query<Int> {
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

    // MARK: Showing

    /// A riddle that `me` may see: their own, one that they have, one for all, or one about which they are asked.
    func riddle(_ id: ID<Riddle>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<RiddleRecord?> {
        .first(
            """
            SELECT \(RiddleRecord.columns) FROM riddles r \(RiddleRecord.joins)
            WHERE r.id = $1 AND r.gone_at IS NULL AND (r.sender_id IS NULL OR r.sender_id <> ALL ($3))
                AND CASE WHEN r.sender_id = $2 THEN r.deleted_at IS NULL
                    WHEN p.riddle_id IS NOT NULL THEN p.deleted_at IS NULL
                    ELSE r.deleted_at IS NULL AND (r.audience = 'club' OR r.audience = 'welcome'
                        OR r.audience = 'daily' AND r.day <= \(Day.of("now()", in: "'UTC'"))) END
            """, id, me, hidden)
    }

    /// What everybody said to whom `me` sent it; of others', what `me` said.
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

    /// Who has a riddle that `me` sent; those first who wait for a verdict.
    func receivers(of riddle: ID<Riddle>, by me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[RiddleReceiver]> {
        .all(
            """
            SELECT \(RiddleReceiver.columns) FROM riddle_plays p JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            WHERE p.riddle_id = $1 AND p.sender_id = $2 AND p.member_id <> ALL ($3)
            ORDER BY p.state = 'waiting' DESC, p.is_first DESC, p.sent_at, p.member_id LIMIT $4
            """, riddle, me, hidden, limit)
    }

    /// What a riddle says to whom a link of its sender leads. The segment's club is the link's.
    func linked(_ code: String) -> Query<LinkedRiddle?> {
        .first(
            """
            SELECT r.id, r.emoji, r.kind, r.words::bigint, \(PersonRecord.columns(of: "s")) FROM riddles r
            JOIN members s ON s.club_id = r.club_id AND s.id = r.sender_id
            WHERE r.code = $1 AND r.deleted_at IS NULL AND s.left_at IS NULL
            """, code)
    }

    // MARK: Taking from lists

    /// Lets what happens to a riddle happen one after the other, until the transaction ends. The first statement of each that changes one.
    func lock(_ riddle: ID<Riddle>) -> Query<[ID<Riddle>]> { .all("SELECT id FROM riddles WHERE id = $1 FOR UPDATE", riddle) }

    /// `me` takes their own from their lists: whoever has not come to an end with it need not any more. Returns who they are.
    func withdraw(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            WITH gone AS (
                UPDATE riddles SET deleted_at = now(), code = CASE WHEN audience = 'link' THEN code END
                WHERE id = $1 AND sender_id = $2 AND deleted_at IS NULL RETURNING club_id, id
            ), ended AS (
                UPDATE riddle_plays p SET state = 'withdrawn', waiting_since = NULL, finished_at = now(), is_disputed = false FROM gone
                WHERE p.club_id = gone.club_id AND p.riddle_id = gone.id AND p.finished_at IS NULL RETURNING p.member_id
            )
            SELECT member_id FROM ended UNION ALL SELECT $2 FROM gone
            """, riddle, me)
    }

    /// `me` takes one of others' from their lists: one that they have come to an end with, or have not begun.
    func drop(_ riddle: ID<Riddle>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE riddle_plays SET deleted_at = now(), state = CASE WHEN finished_at IS NULL THEN 'withdrawn' ELSE state END,
                finished_at = coalesce(finished_at, now())
            WHERE riddle_id = $1 AND member_id = $2 AND deleted_at IS NULL AND NOT is_disputed
                AND (finished_at IS NOT NULL OR state = 'open' AND tries = 0 AND hints = 0)
            """, riddle, me)
    }

    /// What it said goes when nobody has it any more.
    func forget(_ riddle: ID<Riddle>) -> Query<Int> {
        .change(
            """
            UPDATE riddles r SET gone_at = now(), emoji = '', solution = '', hints = '{}' WHERE id = $1 AND deleted_at IS NOT NULL
                AND gone_at IS NULL AND NOT EXISTS (SELECT FROM riddle_plays p
                    WHERE p.club_id = r.club_id AND p.riddle_id = r.id AND p.deleted_at IS NULL)
            """, riddle)
    }

    /// What is unfinished between two ends.
    func end(between one: ID<Member>, and other: ID<Member>) -> Query<Int> {
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

/// A riddle that a link leads to.
struct LinkedRiddle: Sendable, RowDecodable {
    var id: ID<Riddle>
    var emoji: String
    var kind: Riddle.Kind
    /// Of the solution; nil: its sender does not tell.
    var words: Int?
    var sender: PersonRecord

    init(_ row: inout Row) throws {
        id = try row.next()
        emoji = try row.next()
        kind = try row.next()
        words = try row.next()
        sender = try PersonRecord(&row)
    }
}
