import Calendar
import FoundationEssentials
import Postgres

/// Lists of riddles, by the riddle's number, the newest first.
struct RiddleListQueries {
    /// What was sent to `me`.
    func received(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddle_plays WHERE member_id = $2 AND is_direct AND deleted_at IS NULL AND riddle_id \(cursor.beyond) $3
                    AND (sender_id IS NULL OR sender_id <> ALL ($1)) ORDER BY riddle_id \(cursor.order) LIMIT $4
            ) p JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id \(ListedRiddle.sender)
            WHERE r.gone_at IS NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    /// What `me` has come to an end with.
    func done(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddle_plays WHERE member_id = $2 AND finished_at IS NOT NULL AND deleted_at IS NULL
                    AND riddle_id \(cursor.beyond) $3 AND (sender_id IS NULL OR sender_id <> ALL ($1))
                ORDER BY riddle_id \(cursor.order) LIMIT $4
            ) p JOIN riddles r ON r.club_id = p.club_id AND r.id = p.riddle_id \(ListedRiddle.sender)
            WHERE r.gone_at IS NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    func sent(by me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddles WHERE sender_id = $2 AND deleted_at IS NULL AND id \(cursor.beyond) $3
                ORDER BY id \(cursor.order) LIMIT $4
            ) r LEFT JOIN riddle_plays p ON false \(ListedRiddle.sender) WHERE $1::bigint[] IS NOT NULL ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    /// What was sent to the whole club.
    func forAll(to me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Riddle>, limit: Int) -> Query<[ListedRiddle]> {
        .all(
            """
            SELECT \(ListedRiddle.columns) FROM (
                SELECT * FROM riddles WHERE audience = 'club' AND deleted_at IS NULL AND id \(cursor.beyond) $3
                    AND (sender_id IS NULL OR sender_id <> ALL ($1)) ORDER BY id \(cursor.order) LIMIT $4
            ) r LEFT JOIN riddle_plays p ON p.club_id = r.club_id AND p.member_id = $2 AND p.riddle_id = r.id \(ListedRiddle.sender)
            ORDER BY r.id \(cursor.order)
            """, hidden, me, cursor.key, limit)
    }

    /// What waits for `me`: those first of whom others wait.
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

    /// How much there is in each list, as far as one counts; whether EmoJim's welcome waits; and the riddle of a day.
    func summary(of me: ID<Member>, hidden: [ID<Member>], day: CalendarDate) -> Query<RiddleSummary> {
        .one(
            """
            SELECT \(RiddleListQueries.some(WaitingKind.riddleRows)), \(RiddleListQueries.some(RiddleListQueries.running)),
                \(RiddleListQueries.some(RiddleListQueries.undecided)),
                (SELECT count(*) FROM (SELECT club_id, id, sender_id FROM riddles WHERE audience = 'club' AND deleted_at IS NULL
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

    private static func some(_ rows: SQL) -> SQL { "(SELECT count(*) FROM (\(rows) LIMIT 100) rows)" }

    private static let running: SQL = """
        SELECT FROM riddle_plays WHERE member_id = $1 AND is_direct AND deleted_at IS NULL AND finished_at IS NULL
        """

    private static let undecided: SQL = "SELECT FROM riddle_plays WHERE sender_id = $1 AND finished_at IS NULL"
}

/// One of a list.
struct ListedRiddle: Sendable, RowDecodable {
    var id: ID<Riddle>
    var emoji: String
    var audience: Riddle.Audience
    /// nil: it is not for the reader to know yet.
    var solution: String?
    /// nil: EmoJim, or somebody who has left.
    var sender: PersonRecord?
    var sentAt: Date
    /// nil: the reader has not begun, or it is their own.
    var state: Riddle.State?
    var isDisputed: Bool
    /// Of those who have it.
    var solved: Int
    var failed: Int
    /// How many wait for its sender, as far as one counts.
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

    /// Of a riddle `r`, the reader's play `p` if there is one, and its sender `s`; `$2` is the reader.
    static let columns: SQL = """
        r.id, r.emoji, r.audience, CASE WHEN \(RiddleRecord.isKnown) THEN r.solution END, \(PersonRecord.columns(of: "s")), r.sent_at,
        p.state, coalesce(p.is_disputed, false), r.solved::bigint, r.failed::bigint,
        CASE WHEN r.sender_id = $2 THEN (SELECT count(*) FROM (SELECT FROM riddle_plays w WHERE w.club_id = r.club_id AND w.sender_id = $2
            AND w.state = 'waiting' AND NOT w.is_disputed AND w.riddle_id = r.id LIMIT 100) waiting) ELSE 0 END
        """

    static let sender: SQL = "LEFT JOIN members s ON s.club_id = r.club_id AND s.id = r.sender_id"
}

/// Something that waits for a member.
struct WaitingRiddle: Sendable, RowDecodable {
    enum Task: String, StoredName {
        case answer, judge, vote
    }

    var task: Task
    /// Whose answer it is about, or who sent it.
    var member: ID<Member>
    /// nil: nobody knows.
    var since: Date?
    var riddle: ID<Riddle>
    var emoji: String
    var person: PersonRecord

    init(_ row: inout Row) throws {
        task = try row.next()
        member = try row.next()
        since = try row.next()
        riddle = try row.next()
        emoji = try row.next()
        person = try PersonRecord(&row)
    }

    /// Below the club's path.
    var path: String { task == .vote ? "/riddles/\(riddle)/disputes/\(member)" : "/riddles/\(riddle)" }

    /// Behind a name.
    var words: String {
        switch task {
        case .answer: "sent you a riddle"
        case .judge: "waits for your verdict"
        case .vote: "asks what you think of a verdict"
        }
    }
}

/// How a member stands with riddles.
struct RiddleSummary: Sendable, RowDecodable {
    var waiting: Int
    var received: Int
    var sent: Int
    var forAll: Int
    /// Whether EmoJim's welcome has not been dealt with.
    var hasWelcome: Bool
    /// How they are with the riddle of the day; nil: not begun.
    var dailyState: Riddle.State?
    /// How many have solved that.
    var dailySolved: Int
    /// Days in a row, up to yesterday or today.
    var streak: Int

    init(_ row: inout Row) throws {
        waiting = try row.next()
        received = try row.next()
        sent = try row.next()
        forAll = try row.next()
        hasWelcome = try row.next()
        dailyState = try row.next()
        dailySolved = try row.next()
        streak = try row.next()
    }
}
