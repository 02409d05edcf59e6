import Postgres

struct ReportQueries {
    /// Stores a report of a message. Does nothing if `me` has reported the message before.
    func report(_ message: ID<ChatMessageRecord>, by me: ID<Member>, _ reason: Report.Reason) -> Query<Int> {
        .change(
            """
            INSERT INTO reports (club_id, message_id, member_id, reason) SELECT club_id, $1, id, $3 FROM members WHERE id = $2
            ON CONFLICT ON CONSTRAINT reports_once DO NOTHING
            """, message, me, reason.rawValue)
    }

    func state(of message: ID<ChatMessageRecord>, for me: ID<Member>) -> Query<ReportState> {
        .one(
            """
            SELECT EXISTS (SELECT FROM reports WHERE message_id = $1 AND member_id = $2),
                EXISTS (SELECT FROM messages l JOIN memberships s ON s.club_id = l.club_id AND s.role = 'admin' AND s.member_id <> l.member_id
                    WHERE l.id = $1)
            """, message, me)
    }

    /// Stores a report of a photo. Does nothing if `me` has reported the photo before. The caller checks that `me` may see the photo.
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

    /// The number of messages and photos of other members that have an open report. At most `limit` messages and `limit` photos are
    /// counted.
    func openCount(to me: ID<Member>, limit: Int) -> Query<Int> {
        .one(
            """
            SELECT count(*) FROM (
                (SELECT DISTINCT r.message_id FROM reports r JOIN messages l ON l.club_id = r.club_id AND l.id = r.message_id
                    WHERE r.verdict IS NULL AND l.member_id <> $1 AND l.removed_at IS NULL LIMIT $2)
                UNION ALL
                (SELECT DISTINCT r.photo_id FROM reports r JOIN photos p ON p.club_id = r.club_id AND p.id = r.photo_id
                    WHERE r.verdict IS NULL AND r.photo_id IS NOT NULL AND p.member_id <> $1 LIMIT $2)
            ) waiting
            """, me, limit)
    }

    /// Messages of other members that have an open report, the oldest report first. Messages that were taken back by their author are left
    /// out.
    func openReports(to me: ID<Member>, limit: Int) -> Query<[Report]> {
        .all(
            """
            SELECT l.id, \(PersonRecord.columns(of: "m")), l.text, l.created_at, false, false,
                p.id, s.width, s.height, p.description, l.card_path, l.card_name, l.card_words,
                first.display_name, r.reporters, r.reasons, l.room_kind, l.room_number
            FROM (
                SELECT r.club_id, r.message_id, min(r.id) AS id, count(*) AS reporters, array_agg(DISTINCT r.reason) AS reasons
                FROM reports r
                JOIN messages l ON l.club_id = r.club_id AND l.id = r.message_id AND l.member_id <> $1 AND l.removed_at IS NULL
                WHERE r.verdict IS NULL AND r.message_id IS NOT NULL GROUP BY r.club_id, r.message_id ORDER BY min(r.id) LIMIT $2
            ) r
            JOIN messages l ON l.club_id = r.club_id AND l.id = r.message_id
            JOIN members m ON m.club_id = l.club_id AND m.id = l.member_id
            JOIN reports f ON f.club_id = r.club_id AND f.id = r.id
            JOIN members first ON first.club_id = f.club_id AND first.id = f.member_id
            LEFT JOIN photos p ON p.club_id = l.club_id AND p.id = l.photo_id
            LEFT JOIN photo_files s ON s.club_id = p.club_id AND s.photo_id = p.id AND s.size = 'small'
            ORDER BY r.id
            """, me, limit)
    }

    func openPhotoReports(to me: ID<Member>, limit: Int) -> Query<[PhotoReport]> {
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

    /// Closes all reports of a message without removing the message. Returns the number of closed reports.
    func dismiss(_ message: ID<ChatMessageRecord>, by me: ID<Member>) -> Query<Int> {
        .change(
            "UPDATE reports SET verdict = 'kept', decided_at = now(), decided_by = $2 WHERE message_id = $1 AND verdict IS NULL", message,
            me)
    }

    /// Closes all reports of another member's photo without removing the photo. Returns the number of closed reports.
    func dismiss(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE reports r SET verdict = 'kept', decided_at = now(), decided_by = $2 FROM photos p
            WHERE r.photo_id = $1 AND r.verdict IS NULL AND p.club_id = r.club_id AND p.id = r.photo_id AND p.member_id <> $2
            """, photo, me)
    }

    func origin(of message: ID<ChatMessageRecord>) -> Query<ChatMessageOrigin?> {
        .first(
            """
            SELECT l.member_id, l.room_kind, l.room_number, EXISTS (SELECT FROM reports r
                WHERE r.club_id = l.club_id AND r.message_id = l.id AND r.verdict IS NULL)
            FROM messages l WHERE l.id = $1
            """, message)
    }
}

struct ChatMessageOrigin: Sendable, RowDecodable {
    var author: ID<Member>
    var room: ChatRoom?
    var isReported: Bool

    init(_ row: inout Row) throws {
        author = try row.next()
        room = try ChatRoomColumns(&row)?.room(among: ChatRoomKind.all)
        isReported = try row.next()
    }
}

struct ReportState: RowRecord {
    var isReported: Bool
    /// Whether the club has an admin who is not the author.
    var hasJudge: Bool

    static let decoder = RowDecoder(ReportState.init)
}
