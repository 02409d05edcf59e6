import Postgres

/// All SQL over `reports`.
struct ReportQueries {
    /// A line is reported once by each; again, it is still once.
    func report(_ line: ID<LineRecord>, by me: ID<Member>, _ reason: Report.Reason) -> Query<Int> {
        .change(
            """
            INSERT INTO reports (club_id, line_id, member_id, reason) SELECT club_id, $1, id, $3 FROM members WHERE id = $2
            ON CONFLICT ON CONSTRAINT reports_once DO NOTHING
            """, line, me, reason.rawValue)
    }

    func isReported(_ line: ID<LineRecord>, by me: ID<Member>) -> Query<Bool> {
        .one("SELECT EXISTS (SELECT FROM reports WHERE line_id = $1 AND member_id = $2)", line, me)
    }

    /// How many lines of others wait for an admin's look, up to `limit`; none for whoever is no admin.
    func openCount(to me: ID<Member>, isAdmin: Bool, limit: Int) -> Query<Int> {
        .one(
            """
            SELECT count(*) FROM (
                SELECT DISTINCT r.line_id FROM reports r JOIN lines l ON l.club_id = r.club_id AND l.id = r.line_id
                WHERE $2 AND r.verdict IS NULL AND l.member_id <> $1 LIMIT $3
            ) waiting
            """, me, isAdmin, limit)
    }

    /// Lines that wait for an admin's look, the longest first, with what was written even if it has been taken back.
    /// Nobody judges what they wrote themselves.
    func open(to me: ID<Member>, limit: Int) -> Query<[Report]> {
        .all(
            """
            SELECT l.id, m.id, m.handle, m.display_name, l.text, l.created_at, false, false,
                first.display_name, r.reporters, r.reasons, l.game_id
            FROM (
                SELECT club_id, line_id, min(id) AS id, count(*) AS reporters, array_agg(DISTINCT reason) AS reasons
                FROM reports WHERE verdict IS NULL GROUP BY club_id, line_id ORDER BY min(id) LIMIT $2
            ) r
            JOIN lines l ON l.club_id = r.club_id AND l.id = r.line_id AND l.member_id <> $1
            JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            JOIN reports f ON f.club_id = r.club_id AND f.id = r.id
            JOIN members first ON first.club_id = f.club_id AND first.id = f.member_id
            ORDER BY r.id
            """, me, limit)
    }

    /// Notes what an admin made of the reports of a line.
    func decide(_ line: ID<LineRecord>, by me: ID<Member>, _ verdict: String) -> Query<Int> {
        .change(
            "UPDATE reports SET verdict = $3, decided_at = now(), decided_by = $2 WHERE line_id = $1 AND verdict IS NULL", line, me, verdict
        )
    }

    /// Who wrote a line, and in which room.
    func origin(of line: ID<LineRecord>) -> Query<LineOrigin?> { .first("SELECT member_id, game_id FROM lines WHERE id = $1", line) }
}

struct LineOrigin: Sendable, RowDecodable {
    var author: ID<Member>
    /// nil: the lobby's room.
    var game: ID<Game>?

    init(_ row: inout Row) throws {
        author = try row.next()
        game = try row.next()
    }

    var room: Room { game.map { .game($0) } ?? .lobby }
}
