import Postgres

struct NoticeQueries {
    /// - Parameter disabled: the kinds of notices in parts that the club has switched off. Notices of these kinds are not counted.
    func counts(for me: ID<Member>, hidden: [ID<Member>], disabled: [String]) -> Query<BellCounts?> {
        .first(Self.counts, me, hidden, disabled)
    }

    private static let counts: SQL = """
        SELECT ARRAY[\(WaitingKind.all.map(waiting).joined(by: ", "))]::bigint[], ARRAY(
            SELECT n.kind || ':' || n.subject_id FROM notices n WHERE n.member_id = $1 AND NOT n.is_read AND n.kind <> ALL ($3)
                AND CASE n.kind \(NoticeKind.all.compactMap(isThere).joined(by: " ")) ELSE n.actor_id <> ALL ($2) END
            LIMIT 100)
        FROM members m WHERE m.id = $1
        """

    private static func waiting(_ kind: WaitingKind) -> SQL {
        """
        CASE WHEN '\(kind.name)' = ANY (m.muted_kinds || $3) THEN 0 ELSE (SELECT count(*) FROM (\(kind.rows) LIMIT 100) waiting) END
        """
    }

    private static func isThere(_ kind: NoticeKind) -> SQL? {
        kind.reading.map { "WHEN '\(kind.name)' THEN \($0.isThere)" }
    }

    /// SQL condition: the member `m` is notified about an action of this kind by `actor`. The member has not left and has not muted the
    /// kind, and no block exists between the two.
    static func wantsNotice(_ m: SQL, of kind: SQL, by actor: SQL) -> SQL {
        """
        \(m).left_at IS NULL AND NOT '\(kind)' = ANY (\(m).muted_kinds)
            AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = \(m).club_id AND a.member_id = \(m).id AND a.other_id = \(actor))
        """
    }

    /// Notices for `me` in the order of the cursor, without notices about actions of hidden members. A notice whose kind has a `Reading` is
    /// joined with its subject. It is left out if the subject was deleted.
    func notices(for me: ID<Member>, hidden: [ID<Member>], disabled: [String], at cursor: Cursor<Notice>, limit: Int) -> Query<[Notice]> {
        .all(
            """
            \(Self.selectNotices) WHERE n.member_id = $1 AND n.id \(cursor.beyond) $3 AND n.kind <> ALL ($5)
            ORDER BY n.id \(cursor.order) LIMIT $4
            """, me, hidden, cursor.key, limit, disabled)
    }

    private static let selectNotices: SQL = """
        SELECT n.id, n.kind, \(PersonRecord.columns(of: "m")), told.events, n.subject_id, o.id, o.display_name, n.created_at, n.is_read
        FROM notices n
        CROSS JOIN LATERAL (
            SELECT n.actor_id AS actor, 1::bigint AS events, NULL::bigint AS owner
            WHERE n.kind NOT IN (\(NoticeKind.all.filter { $0.reading != nil }.map { "'\($0.name)'" }.joined(by: ", ")))
                AND n.actor_id <> ALL ($2)
            \(NoticeKind.all.compactMap(rows).joined(by: ""))
        ) told
        JOIN members m ON m.club_id = n.club_id AND m.id = told.actor
        LEFT JOIN members o ON o.club_id = n.club_id AND o.id = told.owner
        """

    private static func rows(_ kind: NoticeKind) -> SQL? {
        kind.reading.map { "UNION ALL SELECT * FROM (\($0.rows)) there WHERE n.kind = '\(kind.name)' " }
    }

    /// Marks notices up to `notice` as read. Returns how many were unread.
    func markRead(by me: ID<Member>, upTo notice: ID<Notice>) -> Query<Int> {
        .change("UPDATE notices SET is_read = true WHERE member_id = $1 AND id <= $2 AND NOT is_read", me, notice)
    }

    /// Marks notices about a subject as read. Returns how many were unread.
    func markRead(_ subject: Int, _ kinds: [NoticeKind], by me: ID<Member>) -> Query<Int> {
        .change(
            "UPDATE notices SET is_read = true WHERE member_id = $1 AND subject_id = $2 AND kind = ANY ($3) AND NOT is_read", me, subject,
            kinds.map(\.name.description))
    }

    /// Members with an unread notice about a subject. If something about the subject is removed or restored, the counts of these members
    /// change.
    func unread(_ subject: Int, _ kinds: [NoticeKind]) -> Query<[ID<Member>]> {
        .all(
            "SELECT member_id FROM notices WHERE subject_id = $1 AND kind = ANY ($2) AND NOT is_read", subject,
            kinds.map(\.name.description))
    }

    func mutedKinds(of me: ID<Member>) -> Query<[String]> { .one("SELECT muted_kinds FROM members WHERE id = $1", me) }

    func setMutedKinds(_ kinds: [SQL], of me: ID<Member>) -> Query<Int> {
        .change("UPDATE members SET muted_kinds = $2 WHERE id = $1", me, kinds.map(\.description))
    }

    /// Deletes notices that are older than 90 days. Returns the number of deleted notices.
    func deleteOld(limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM notices WHERE (member_id, id) IN (
                SELECT member_id, id FROM notices WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT $1)
            """, limit)
    }
}
