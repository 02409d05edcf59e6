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

    func state(of line: ID<LineRecord>, for me: ID<Member>) -> Query<ReportState> {
        .one(
            """
            SELECT EXISTS (SELECT FROM reports WHERE line_id = $1 AND member_id = $2),
                EXISTS (SELECT FROM lines l JOIN memberships s ON s.club_id = l.club_id AND s.role = 'admin' AND s.member_id <> l.member_id
                    WHERE l.id = $1)
            """, line, me)
    }

    /// A photo that the member may see is reported once by each.
    func report(_ photo: ID<Photo>, by me: ID<Member>, _ reason: Report.Reason) -> Query<Int> {
        .change(
            """
            INSERT INTO reports (club_id, photo_id, member_id, reason) SELECT club_id, $1, id, $3 FROM members WHERE id = $2
            ON CONFLICT ON CONSTRAINT reports_photo_once DO NOTHING
            """, photo, me, reason.rawValue)
    }

    func state(of photo: ID<Photo>, for me: ID<Member>) -> Query<ReportState> {
        .one(
            """
            SELECT EXISTS (SELECT FROM reports WHERE photo_id = $1 AND member_id = $2),
                EXISTS (SELECT FROM photos p JOIN memberships s ON s.club_id = p.club_id AND s.role = 'admin' AND s.member_id <> p.member_id
                    WHERE p.id = $1)
            """, photo, me)
    }

    /// How many lines and photos of others wait for an admin's look, up to `limit` of each.
    func openCount(to me: ID<Member>, limit: Int) -> Query<Int> {
        .one(
            """
            SELECT count(*) FROM (
                (SELECT DISTINCT r.line_id FROM reports r JOIN lines l ON l.club_id = r.club_id AND l.id = r.line_id
                    WHERE r.verdict IS NULL AND l.member_id <> $1 AND l.removed_at IS NULL LIMIT $2)
                UNION ALL
                (SELECT DISTINCT r.photo_id FROM reports r JOIN photos p ON p.club_id = r.club_id AND p.id = r.photo_id
                    WHERE r.verdict IS NULL AND r.photo_id IS NOT NULL AND p.member_id <> $1 LIMIT $2)
            ) waiting
            """, me, limit)
    }

    /// Lines that wait for an admin's look, the longest first. What has been taken back is gone, for admins, too.
    /// Nobody judges what they wrote themselves.
    func open(to me: ID<Member>, limit: Int) -> Query<[Report]> {
        .all(
            """
            SELECT l.id, \(PersonRecord.columns(of: "m")), l.text, l.created_at, false, false,
                p.id, s.width, s.height, p.description, l.card_path, l.card_name, l.card_words,
                first.display_name, r.reporters, r.reasons, l.room_kind, l.room_number
            FROM (
                SELECT r.club_id, r.line_id, min(r.id) AS id, count(*) AS reporters, array_agg(DISTINCT r.reason) AS reasons
                FROM reports r
                JOIN lines l ON l.club_id = r.club_id AND l.id = r.line_id AND l.member_id <> $1 AND l.removed_at IS NULL
                WHERE r.verdict IS NULL AND r.line_id IS NOT NULL GROUP BY r.club_id, r.line_id ORDER BY min(r.id) LIMIT $2
            ) r
            JOIN lines l ON l.club_id = r.club_id AND l.id = r.line_id
            JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            JOIN reports f ON f.club_id = r.club_id AND f.id = r.id
            JOIN members first ON first.club_id = f.club_id AND first.id = f.member_id
            LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.picture_id
            LEFT JOIN photo_files s ON s.club_id = p.club_id AND s.photo_id = p.id AND s.size = 'small'
            ORDER BY r.id
            """, me, limit)
    }

    /// Photos that wait for an admin's look.
    func openPhotos(to me: ID<Member>, limit: Int) -> Query<[PhotoReport]> {
        .all(
            """
            SELECT p.id, \(PersonRecord.columns(of: "m")), p.caption, p.description, p.audience, p.created_at, p.likes, false, 0,
                s.width, s.height, NULL::bigint, NULL::timestamptz, first.display_name, r.reporters, r.reasons
            FROM (
                SELECT r.club_id, r.photo_id, min(r.id) AS id, count(*) AS reporters, array_agg(DISTINCT r.reason) AS reasons
                FROM reports r JOIN photos p ON p.club_id = r.club_id AND p.id = r.photo_id AND p.member_id <> $1
                WHERE r.verdict IS NULL AND r.photo_id IS NOT NULL GROUP BY r.club_id, r.photo_id ORDER BY min(r.id) LIMIT $2
            ) r
            JOIN photos p ON p.club_id = r.club_id AND p.id = r.photo_id
            JOIN photo_files s ON s.club_id = p.club_id AND s.photo_id = p.id AND s.size = 'small'
            JOIN members m ON m.club_id = p.club_id AND m.id = p.member_id
            JOIN reports f ON f.club_id = r.club_id AND f.id = r.id
            JOIN members first ON first.club_id = f.club_id AND first.id = f.member_id
            ORDER BY r.id
            """, me, limit)
    }

    /// Keeps a line that was reported.
    func keep(_ line: ID<LineRecord>, by me: ID<Member>) -> Query<Int> {
        .change(
            "UPDATE reports SET verdict = 'kept', decided_at = now(), decided_by = $2 WHERE line_id = $1 AND verdict IS NULL", line, me)
    }

    /// Keeps a photo that was reported. Returns how many reports that answers.
    func keep(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE reports r SET verdict = 'kept', decided_at = now(), decided_by = $2 FROM photos p
            WHERE r.photo_id = $1 AND r.verdict IS NULL AND p.club_id = r.club_id AND p.id = r.photo_id AND p.member_id <> $2
            """, photo, me)
    }

    /// Who wrote a line, and in which room.
    func origin(of line: ID<LineRecord>) -> Query<LineOrigin?> {
        .first(
            """
            SELECT l.member_id, l.room_kind, l.room_number, EXISTS (SELECT FROM reports r
                WHERE r.club_id = l.club_id AND r.line_id = l.id AND r.verdict IS NULL)
            FROM lines l WHERE l.id = $1
            """, line)
    }
}

struct LineOrigin: Sendable, RowDecodable {
    var author: ID<Member>
    var room: Room?
    /// Whether an admin is asked to look at it.
    var isReported: Bool

    init(_ row: inout Row) throws {
        author = try row.next()
        room = try RoomColumns(&row)?.room(among: RoomKind.all)
        isReported = try row.next()
    }
}

/// How something stands that a member may report.
struct ReportState: Sendable, RowDecodable {
    /// They have.
    var isReported: Bool
    /// There is an admin who is not its author, and may judge it.
    var hasJudge: Bool

    init(_ row: inout Row) throws {
        isReported = try row.next()
        hasJudge = try row.next()
    }
}
