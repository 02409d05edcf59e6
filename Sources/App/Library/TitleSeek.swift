import FoundationEssentials
import Postgres

/// Somebody who looks for players of a title, now and for a while.
struct TitleSeek: Sendable, RowDecodable {
    var person: PersonRecord
    var title: ID<Title>
    var name: String
    var note: String
    var expiresAt: Date
    /// Whether whoever looks may write to them.
    var takesMessages: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        title = try row.next()
        name = try row.next()
        note = try row.next()
        expiresAt = try row.next()
        takesMessages = try row.next()
    }

    /// Of a seek `s`, behind `joins`.
    static func columns(to me: SQL) -> SQL {
        """
        \(PersonRecord.columns(of: "m")), t.id, t.name, s.note, s.expires_at,
            m.id <> \(me) AND \(Audience.includes(me, "m.messages_from", of: "m.id", in: "m.club_id"))
        """
    }

    static let joins: SQL = """
        JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id AND m.left_at IS NULL JOIN titles t ON t.id = s.title_id
        ORDER BY s.created_at DESC, s.member_id
        """
}

/// All SQL over `title_seeks`.
struct TitleSeekQueries {
    static let shown = 30

    /// Who looks for players of a title now, those first who have just begun.
    func seeks(of title: ID<Title>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<[TitleSeek]> {
        .all(
            """
            SELECT \(TitleSeek.columns(to: "$2")) FROM (SELECT * FROM title_seeks WHERE title_id = $1 AND expires_at > now()
                AND member_id <> ALL ($3) ORDER BY created_at DESC, member_id LIMIT $4) s \(TitleSeek.joins)
            """, title, me, hidden, Self.shown)
    }

    /// Who looks for players of anything.
    func all(to me: ID<Member>, hidden: [ID<Member>]) -> Query<[TitleSeek]> {
        .all(
            """
            SELECT \(TitleSeek.columns(to: "$1")) FROM (SELECT * FROM title_seeks WHERE expires_at > now()
                AND member_id <> ALL ($2) ORDER BY expires_at DESC, member_id LIMIT $3) s \(TitleSeek.joins)
            """, me, hidden, Self.shown)
    }

    /// - Parameter title: of which; nil: of any.
    static func find(of title: ID<Title>?, _ visit: MemberVisit) -> Query<[TitleSeek]> {
        let queries = TitleSeekQueries()
        return title.map { queries.seeks(of: $0, to: visit.me, hidden: visit.hidden) } ?? queries.all(to: visit.me, hidden: visit.hidden)
    }

    /// Returns 0 when there is no such title.
    func seek(_ form: TitleSeekForm, for title: ID<Title>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO title_seeks AS s (club_id, member_id, title_id, own_title_id, note, expires_at)
            SELECT m.club_id, m.id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, $3, now() + make_interval(mins => $4::integer)
            FROM members m JOIN titles t ON t.id = $2 WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE OF m
            ON CONFLICT (club_id, member_id) DO UPDATE SET title_id = excluded.title_id, own_title_id = excluded.own_title_id,
                note = excluded.note, created_at = now(), expires_at = excluded.expires_at
            """, me, title, form.note, form.minutes)
    }

    /// Returns how many that were.
    func stop(_ me: ID<Member>) -> Query<Int> { .change("DELETE FROM title_seeks WHERE member_id = $1", me) }
}

/// For how long somebody looks for players, and what they say.
struct TitleSeekForm: Sendable {
    var minutes: Int
    var note: String

    static let times: KeyValuePairs = [30: "Half an hour", 60: "An hour", 120: "Two hours", 240: "Four hours"]
    static let longestNote = 200

    /// Throws `Refusal`.
    init(_ form: Form) throws {
        guard let minutes = form.number("minutes"), Self.times.contains(where: { $0.key == minutes }) else {
            throw Refusal(.unprocessableContent, "Choose for how long you look for players.")
        }
        (self.minutes, note) = (minutes, form.line("note"))
        let length = note.unicodeScalars.count
        if length > Self.longestNote {
            throw Refusal(.unprocessableContent, "That is \(length) characters; \(Self.longestNote) fit. Shorten it a little.")
        }
    }
}
