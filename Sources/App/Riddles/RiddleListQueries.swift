import Calendar
import FoundationEssentials
import Postgres

/// Lists of riddles, paged by the riddle's id, newest first.
struct RiddleListQueries {
    func received(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddle_plays WHERE member_id = $2 AND is_direct AND removed_at IS NULL AND riddle_id \(cursor.beyond) $3
                    AND (sender_id IS NULL OR sender_id <> ALL ($1)) ORDER BY riddle_id \(cursor.order) LIMIT $4
            ) p JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id \(ListedRiddle.sender)
            WHERE r.erased_at IS NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    func finished(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddle_plays WHERE member_id = $2 AND finished_at IS NOT NULL AND removed_at IS NULL
                    AND riddle_id \(cursor.beyond) $3 AND (sender_id IS NULL OR sender_id <> ALL ($1))
                ORDER BY riddle_id \(cursor.order) LIMIT $4
            ) p JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id \(ListedRiddle.sender)
            WHERE r.erased_at IS NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    func sent(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddles WHERE sender_id = $2 AND withdrawn_at IS NULL AND id \(cursor.beyond) $3
                ORDER BY id \(cursor.order) LIMIT $4
            ) r LEFT JOIN riddle_plays p ON false \(ListedRiddle.sender) WHERE $1::bigint[] IS NOT NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    func forClub(to me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddles WHERE audience = 'club' AND withdrawn_at IS NULL AND id \(cursor.beyond) $3
                    AND (sender_id IS NULL OR sender_id <> ALL ($1)) ORDER BY id \(cursor.order) LIMIT $4
            ) r LEFT JOIN riddle_plays p ON p.club_id = r.club_id AND p.member_id = $2 AND p.riddle_id = r.id \(ListedRiddle.sender)
            ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    /// The tasks of `me`. Answers to judge and then disputes to vote on come first, because other members wait for them. Riddles to answer
    /// come last.
    func waiting(for me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[WaitingRiddle]> {
        .all(
            """
            SELECT w.task, w.member_id, w.since, r.id, r.emoji, \(PersonRecord.columns(of: "m")) FROM (
                (SELECT 'judge' AS task, 0 AS place, club_id, riddle_id, member_id, waiting_since AS since FROM riddle_plays
                    WHERE sender_id = $1 AND state = 'waiting' AND NOT is_disputed AND member_id <> ALL ($2) ORDER BY riddle_id LIMIT $3)
                UNION ALL
                (SELECT 'vote', 1, club_id, riddle_id, member_id, NULL FROM riddle_jurors
                    WHERE juror_id = $1 AND vote IS NULL AND member_id <> ALL ($2) ORDER BY riddle_id LIMIT $3)
                UNION ALL
                (SELECT 'answer', 2, club_id, riddle_id, sender_id, sent_at FROM riddle_plays
                    WHERE member_id = $1 AND state = 'open' AND is_direct AND NOT is_disputed AND sender_id <> ALL ($2) ORDER BY riddle_id LIMIT $3)
            ) w JOIN riddles r ON r.club_id = w.club_id AND r.id = w.riddle_id
            JOIN members m ON m.club_id = w.club_id AND m.id = w.member_id
            ORDER BY w.place, r.id LIMIT $3
            """, me, hidden, limit)
    }

    /// The number of riddles on each list (100 at most), the state of the welcome riddle, and the state of the riddle of the day `day`.
    func summary(of me: ID<Member>, hidden: [ID<Member>], day: CalendarDate) -> Query<RiddleSummary> {
        .one(
            """
            SELECT \(RiddleListQueries.countUpTo100(WaitingKind.riddleRows)),
                \(RiddleListQueries.countUpTo100(RiddleListQueries.unfinishedReceived)),
                \(RiddleListQueries.countUpTo100(RiddleListQueries.unfinishedSent)),
                (SELECT count(*) FROM (SELECT club_id, id, sender_id FROM riddles WHERE audience = 'club' AND withdrawn_at IS NULL
                    ORDER BY id DESC LIMIT 100) r WHERE r.sender_id <> $1 AND r.sender_id <> ALL ($2)
                    AND NOT EXISTS (SELECT FROM riddle_plays p WHERE p.club_id = r.club_id AND p.member_id = $1 AND p.riddle_id = r.id
                        AND p.finished_at IS NOT NULL)),
                NOT EXISTS (SELECT FROM riddles r JOIN riddle_plays p ON p.club_id = r.club_id AND p.member_id = $1 AND p.riddle_id = r.id
                    WHERE r.audience = 'welcome' AND p.finished_at IS NOT NULL),
                (SELECT p.state FROM riddles r JOIN riddle_plays p ON p.club_id = r.club_id AND p.member_id = $1 AND p.riddle_id = r.id
                    WHERE r.day = $3), coalesce((SELECT r.solved FROM riddles r WHERE r.day = $3), 0)::bigint,
                coalesce((SELECT t.streak FROM riddle_totals t WHERE t.member_id = $1 AND t.streak_day >= $3 - 1), 0)::bigint
            """, me, hidden, day)
    }

    private static func countUpTo100(_ rows: SQL) -> SQL { "(SELECT count(*) FROM (\(rows) LIMIT 100) rows)" }

    private static let unfinishedReceived: SQL = """
        SELECT FROM riddle_plays WHERE member_id = $1 AND is_direct AND removed_at IS NULL AND finished_at IS NULL
        """

    private static let unfinishedSent: SQL = "SELECT FROM riddle_plays WHERE sender_id = $1 AND finished_at IS NULL"
}

struct ListedRiddle: Sendable, RowDecodable {
    var id: ID<Riddle>
    var emoji: String
    var audience: Riddle.Audience
    var solution: String?
    /// Nil if EmoJim sent the riddle, or if the sender has left.
    var sender: PersonRecord?
    var sentAt: Date
    /// The state of the riddle for the reader. Nil if the reader has not started the riddle, or has sent it.
    var state: Riddle.State?
    var isDisputed: Bool
    var solved: Int
    /// The number of members who finished the riddle without solving it.
    var failed: Int
    /// Number of answers that wait for the verdict of the reader, 100 at most.
    var waiting: Int

    init(_ row: inout Row) throws {
        id = try row.next()
        emoji = try row.next()
        audience = try row.next()
        solution = try row.next()
        sender = try PersonRecord(ifAny: &row)
        sentAt = try row.next()
        state = try row.next()
        isDisputed = try row.next()
        solved = try row.next()
        failed = try row.next()
        waiting = try row.next()
    }

    /// Columns of a riddle `r`. Left joins add the reader's row `p` of `riddle_plays` and the sender `s`. `$2` is the reader.
    static let columns: SQL = """
        r.id, r.emoji, r.audience, CASE WHEN \(RiddleRecord.isKnown) THEN r.solution END, \(PersonRecord.columns(of: "s")), r.sent_at,
        p.state, coalesce(p.is_disputed, false), r.solved::bigint, r.failed::bigint,
        CASE WHEN r.sender_id = $2 THEN (SELECT count(*) FROM (SELECT FROM riddle_plays w WHERE w.club_id = r.club_id AND w.sender_id = $2
            AND w.state = 'waiting' AND NOT w.is_disputed AND w.riddle_id = r.id LIMIT 100) waiting) ELSE 0 END
        """

    static let sender: SQL = "LEFT JOIN members s ON s.club_id = r.club_id AND s.id = r.sender_id"
}

struct WaitingRiddle: RowRecord {
    enum Task: String, DatabaseEnum {
        case answer, judge, vote
    }

    var task: Task
    /// The sender of the riddle if the task is to answer it. Otherwise the member who gave the answer.
    var member: ID<Member>
    /// The time since which another member has been waiting. Nil if the task is to vote.
    var since: Date?
    var riddle: ID<Riddle>
    var emoji: String
    var person: PersonRecord

    static let decoder = RowDecoder(WaitingRiddle.init)

    /// Path of the page for the task, below the path of the club.
    var path: String { task == .vote ? "/riddles/\(riddle)/disputes/\(member)" : "/riddles/\(riddle)" }

    /// The text after the person's name, for example "sent you a riddle".
    var label: String {
        switch task {
        case .answer: "sent you a riddle"
        case .judge: "waits for your verdict"
        case .vote: "asks you to vote on a verdict"
        }
    }
}

struct RiddleSummary: RowRecord {
    var waiting: Int
    var received: Int
    var sent: Int
    var forClub: Int
    var hasWelcome: Bool
    /// The state of the riddle of the day for the member. Nil if the member has not started that riddle.
    var dailyState: Riddle.State?
    var dailySolved: Int
    /// The number of days in a row on which the member solved the riddle of the day. The last of these days is today or yesterday.
    var streak: Int

    static let decoder = RowDecoder(RiddleSummary.init)
}
