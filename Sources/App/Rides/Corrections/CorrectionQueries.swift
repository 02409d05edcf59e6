import Postgres

struct CorrectionQueries {
    /// Stores a correction for a change that an admin makes directly. Runs in the same transaction as the change.
    func record(_ changes: FactChanges, of kind: Correction.Kind, _ subject: Int, by me: ID<Member>) throws -> Query<Int> {
        .change(
            """
            INSERT INTO corrections (club_id, kind, subject_id, member_id, decided_by, state, changes, decided_at)
            SELECT club_id, $1, $2, id, id, 'done', $4, now() FROM members WHERE id = $3 AND $4 <> '{}'::jsonb
            """, kind, subject, me, try JSON(encoding: changes))
    }

    /// Deletes the member's waiting correction of the same park or ride, because a new correction replaces it. The caller has to lock the
    /// member.
    func deleteWaiting(_ kind: Correction.Kind, _ subject: Int, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM corrections WHERE member_id = $3 AND kind = $1 AND subject_id = $2 AND state = 'waiting'", kind, subject, me)
    }

    /// Stores a change that a member proposes. `deleteWaiting` has to run before. Returns 0 if the member already has 500 corrections, or
    /// 1,000 corrections already wait in the club.
    func propose(
        _ changes: FactChanges, evidence: String, of kind: Correction.Kind, _ subject: Int, by me: ID<Member>
    ) throws -> Query<Int> {
        .change(
            """
            INSERT INTO corrections (club_id, kind, subject_id, member_id, changes, evidence)
            SELECT m.club_id, $1, $2, m.id, $4, $5 FROM members m WHERE m.id = $3 AND m.left_at IS NULL
                AND (SELECT count(*) FROM (SELECT FROM corrections c WHERE c.club_id = m.club_id AND c.member_id = m.id
                    ORDER BY c.id DESC LIMIT 500) mine) < 500
                AND (SELECT count(*) FROM (SELECT FROM corrections c WHERE c.club_id = m.club_id AND c.state = 'waiting' LIMIT 1000) w) < 1000
            """, kind, subject, me, try JSON(encoding: changes), evidence)
    }

    /// The corrections that wait for an admin, the oldest correction first. Corrections of `hidden` members are left out.
    func waiting(hidden: [ID<Member>], limit: Int) -> Query<[Correction]> {
        .all(
            """
            SELECT \(CorrectionQueries.columns) FROM (
                SELECT * FROM corrections WHERE state = 'waiting' AND (member_id IS NULL OR member_id <> ALL ($1)) ORDER BY id LIMIT $2
            ) c \(CorrectionQueries.joins) ORDER BY c.id
            """, hidden, limit)
    }

    func waitingCount(limit: Int) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM corrections WHERE state = 'waiting' LIMIT $1) w", limit)
    }

    func waiting(_ id: ID<Correction>) -> Query<Correction?> {
        .first(
            "SELECT \(CorrectionQueries.columns) FROM corrections c \(CorrectionQueries.joins) WHERE c.id = $1 AND c.state = 'waiting'", id)
    }

    func waiting(of kind: Correction.Kind, _ subject: Int, by me: ID<Member>) -> Query<[Correction]> {
        .all(
            """
            SELECT \(CorrectionQueries.columns) FROM corrections c \(CorrectionQueries.joins)
            WHERE c.member_id = $3 AND c.kind = $1 AND c.subject_id = $2 AND c.state = 'waiting'
            """, kind, subject, me)
    }

    /// Deletes a waiting correction of the member. Returns 0 if the member has no such correction.
    func withdraw(_ id: ID<Correction>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM corrections WHERE id = $1 AND member_id = $2 AND state = 'waiting'", id, me)
    }

    /// Replaces the changes in a waiting correction, because the facts of the park or ride have changed meanwhile.
    func updateChanges(_ id: ID<Correction>, _ changes: FactChanges) throws -> Query<Int> {
        .change("UPDATE corrections SET changes = $2 WHERE id = $1 AND state = 'waiting'", id, try JSON(encoding: changes))
    }

    func history(of kind: Correction.Kind, _ subject: Int, limit: Int) -> Query<[Correction]> {
        .all(
            """
            SELECT \(CorrectionQueries.columns) FROM (
                SELECT * FROM corrections WHERE kind = $1 AND subject_id = $2 AND state = 'done' ORDER BY id DESC LIMIT $3
            ) c \(CorrectionQueries.joins) ORDER BY c.id DESC
            """, kind, subject, limit)
    }

    /// Accepts or refuses a waiting correction. Returns 0 if the correction no longer waits.
    func decide(_ id: ID<Correction>, isAccepted: Bool, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE corrections SET state = CASE WHEN $2 THEN 'done' ELSE 'refused' END, decided_by = $3, decided_at = now()
            WHERE id = $1 AND state = 'waiting'
            """, id, isAccepted, me)
    }

    private static let columns: SQL = """
        c.id, c.kind, c.subject_id, CASE c.kind WHEN 'park' THEN p.name ELSE r.name END, m.handle, m.display_name,
        CASE WHEN d.id <> m.id OR m.id IS NULL THEN d.display_name END, c.changes, c.evidence, c.made_at
        """
    private static let joins: SQL = """
        LEFT JOIN parks p ON p.club_id = c.club_id AND c.kind = 'park' AND p.id = c.subject_id
        LEFT JOIN rides r ON r.club_id = c.club_id AND c.kind = 'ride' AND r.id = c.subject_id
        LEFT JOIN members m ON m.club_id = c.club_id AND m.id = c.member_id
        LEFT JOIN members d ON d.club_id = c.club_id AND d.id = c.decided_by
        """

    // MARK: Export and erasure

    /// Removes the member as the author or the decider of corrections. The corrections themselves stay. Changes at most `limit` corrections
    /// that the member proposed, and at most `limit` corrections that the member decided.
    func eraseAuthor(_ member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE corrections SET member_id = CASE WHEN member_id = $1 THEN NULL ELSE member_id END,
                decided_by = CASE WHEN decided_by = $1 THEN NULL ELSE decided_by END
            WHERE id IN ((SELECT id FROM corrections WHERE member_id = $1 ORDER BY id LIMIT $2)
                UNION ALL (SELECT id FROM corrections WHERE decided_by = $1 ORDER BY id LIMIT $2))
            """, member, limit)
    }
}
