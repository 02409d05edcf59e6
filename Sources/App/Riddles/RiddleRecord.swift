import Calendar
import FoundationEssentials
import Postgres

struct RiddleRecord: Sendable, RowDecodable {
    var id: ID<Riddle>
    /// Nil if EmoJim sent the riddle, or if the sender has left.
    var sender: PersonRecord?
    var audience: Riddle.Audience
    var emoji: String
    var solution: String?
    var kind: Riddle.Kind
    var hints: [String]
    var hintCount: Int
    var hintHours: Int?
    var words: Int?
    var code: String?
    var day: CalendarDate?
    /// The name of the first author. Nil if the riddle was not forwarded, or if nobody is credited.
    var credit: String?
    var sentAt: Date
    var solved: Int
    var failed: Int
    var isDeleted: Bool
    /// The reader's progress with the riddle. Nil if the reader sent the riddle, or has not started it.
    var play: RiddlePlay?
    var isJuror: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        sender = try PersonRecord(ifAny: &row)
        audience = try row.next()
        emoji = try row.next()
        solution = try row.next()
        kind = try row.next()
        hints = try row.next()
        hintCount = try row.next()
        hintHours = try row.next()
        words = try row.next()
        code = try row.next()
        day = try row.next()
        credit = try row.next()
        sentAt = try row.next()
        solved = try row.next()
        failed = try row.next()
        isDeleted = try row.next()
        isJuror = try row.next()
        play = try RiddlePlay(ifAny: &row)
    }

    /// Columns of a riddle `r` with `joins`, which add the reader's row `p` of `riddle_plays`, the sender `s`, and the credited first
    /// author `c`. `$2` is the reader.
    static let columns: SQL = """
        r.id, \(PersonRecord.columns(of: "s")), r.audience, r.emoji, CASE WHEN \(RiddleRecord.isKnown) THEN r.solution END, r.kind,
        r.hints[1:\(RiddleRecord.openHints)], cardinality(r.hints)::bigint, r.hint_hours::bigint, r.words::bigint,
        CASE WHEN r.sender_id = $2 THEN r.code END, r.day, coalesce(c.display_name, CASE WHEN r.credits_jim THEN 'EmoJim' END), r.sent_at,
        r.solved::bigint, r.failed::bigint, r.withdrawn_at IS NOT NULL,
        EXISTS (SELECT FROM riddle_jurors j WHERE j.club_id = r.club_id AND j.juror_id = $2 AND j.riddle_id = r.id),
        \(RiddlePlay.columns)
        """

    /// SQL condition: the reader may know the solution, because they sent or finished the riddle.
    static let isKnown: SQL = "(r.sender_id = $2 OR p.finished_at IS NOT NULL)"

    /// SQL for the number of hints that the reader can see. A reader who may know the solution sees all hints. Any other reader sees the
    /// hints that they asked for, or the hints that have opened since the riddle was sent.
    static let openHints: SQL = """
        CASE WHEN \(RiddleRecord.isKnown) THEN 3 WHEN r.hint_hours IS NULL THEN coalesce(p.hints, 0)
            ELSE least(floor(extract(epoch FROM now() - coalesce(p.sent_at, r.sent_at)) / 3600 / r.hint_hours), 3) END
        """

    static let joins: SQL = """
        LEFT JOIN riddle_plays p ON p.club_id = r.club_id AND p.member_id = $2 AND p.riddle_id = r.id
        LEFT JOIN members s ON s.club_id = r.club_id AND s.id = r.sender_id
        LEFT JOIN members c ON c.club_id = r.club_id AND c.id = r.credit_id
        """
}

struct RiddlePlay: Sendable {
    var state: Riddle.State
    var tries: Int
    var askedHints: Int
    var isFirst: Bool
    var isDisputed: Bool
    var isDirect: Bool
    var sentAt: Date
    /// When the receiver last reminded the sender to judge. Nil if the receiver has never done so.
    var senderNudgedAt: Date?

    /// Nil if the LEFT JOIN found no play.
    init?(ifAny row: inout Row) throws {
        let state: Riddle.State? = try row.next()
        let (tries, hints): (Int?, Int?) = (try row.next(), try row.next())
        let (isFirst, isDisputed, isDirect): (Bool?, Bool?, Bool?) = (try row.next(), try row.next(), try row.next())
        let (sentAt, nudgedAt): (Date?, Date?) = (try row.next(), try row.next())
        guard let state, let tries, let hints, let isFirst, let isDisputed, let isDirect, let sentAt else { return nil }
        (self.state, self.tries, askedHints, self.isFirst) = (state, tries, hints, isFirst)
        (self.isDisputed, self.isDirect, self.sentAt, senderNudgedAt) = (isDisputed, isDirect, sentAt, nudgedAt)
    }

    static let columns: SQL = """
        p.state, p.tries::bigint, p.hints::bigint, p.is_first, p.is_disputed, p.is_direct, p.sent_at, p.sender_nudged_at
        """
}

struct RiddleAnswer: RowRecord {
    enum Match: String, DatabaseEnum {
        case exact, nearly, none
    }

    enum Verdict: String, DatabaseEnum {
        case right, wrong, nearly
    }

    enum Judge: String, DatabaseEnum {
        case sender, match, time, jury
    }

    var member: ID<Member>
    var number: Int
    var text: String
    var match: Match
    /// Nil if the answer waits for a verdict.
    var verdict: Verdict?
    var judge: Judge?
    var madeAt: Date
    var judgedAt: Date?

    static let decoder = RowDecoder(RiddleAnswer.init)

    static let columns: SQL = "a.member_id, a.number::bigint, a.text, a.match, a.verdict, a.judged_by, a.made_at, a.judged_at"
}

struct RiddleDispute: RowRecord {
    var member: ID<Member>
    var number: Int
    var reason: String
    var closesAt: Date
    var rights: Int
    var wrongs: Int
    var isDecided: Bool
    var jurors: Int

    static let decoder = RowDecoder(RiddleDispute.init)

    static let columns: SQL = """
        d.member_id, d.number::bigint, d.reason, d.closes_at, d.rights::bigint, d.wrongs::bigint, d.decided_at IS NOT NULL,
        (SELECT count(*) FROM riddle_jurors j WHERE j.club_id = d.club_id AND j.riddle_id = d.riddle_id AND j.member_id = d.member_id)
        """
}

struct RiddleReceiver: Sendable, RowDecodable {
    var person: PersonRecord
    var play: RiddlePlay
    var memberNudgedAt: Date?

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        memberNudgedAt = try row.next()
        guard let play = try RiddlePlay(ifAny: &row) else {
            throw DatabaseError.unexpectedRow(statement: "", column: "state", problem: "NULL")
        }
        self.play = play
    }

    static let columns: SQL = "\(PersonRecord.columns(of: "m")), p.member_nudged_at, \(RiddlePlay.columns)"
}
