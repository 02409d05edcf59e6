import Postgres

struct CountingRuleQueries {
    /// The counting rule of the club. Nil if the club has no rule. Every ride counts in this case.
    func rule() -> Query<CountingRule?> { .first("SELECT left_out, counts_kiddie, moved_is_same FROM counting_rules") }

    /// The member's own counting rule. Nil if the club's rule applies to the member.
    func rule(of member: ID<Member>) -> Query<CountingRule?> {
        .first("SELECT left_out, counts_kiddie, moved_is_same FROM own_counting_rules WHERE member_id = $1", member)
    }

    /// Stores the counting rule of the club. If the rule has changed, adds every member with ride totals to `member_ride_recalculations`,
    /// so that a scheduled cleanup recalculates the totals. Returns the number of members that were added.
    func set(_ rule: CountingRule) -> Query<Int> {
        .one(
            """
            WITH changed AS (
                INSERT INTO counting_rules AS u (club_id, left_out, counts_kiddie, moved_is_same)
                VALUES (current_setting('app.club_id')::bigint, $1, $2, $3)
                ON CONFLICT (club_id) DO UPDATE SET left_out = excluded.left_out, counts_kiddie = excluded.counts_kiddie,
                    moved_is_same = excluded.moved_is_same
                WHERE (u.left_out, u.counts_kiddie, u.moved_is_same)
                    IS DISTINCT FROM (excluded.left_out, excluded.counts_kiddie, excluded.moved_is_same)
                RETURNING club_id
            ), queued AS (
                INSERT INTO member_ride_recalculations (club_id, member_id) SELECT s.club_id, s.member_id FROM changed c
                JOIN member_ride_totals s ON s.club_id = c.club_id AND s.period = '' ORDER BY s.member_id
                ON CONFLICT DO NOTHING RETURNING member_id
            )
            SELECT count(*) FROM queued
            """, rule.excludedKindNames, rule.countsKiddie, rule.movedIsSame)
    }

    func set(_ rule: CountingRule, of me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO own_counting_rules (club_id, member_id, left_out, counts_kiddie, moved_is_same)
            SELECT club_id, id, $2, $3, $4 FROM members WHERE id = $1 AND left_at IS NULL
            ON CONFLICT (club_id, member_id) DO UPDATE SET left_out = excluded.left_out, counts_kiddie = excluded.counts_kiddie,
                moved_is_same = excluded.moved_is_same
            """, me, rule.excludedKindNames, rule.countsKiddie, rule.movedIsSame)
    }

    /// Deletes the member's own rule, so that the rule of the club applies.
    func delete(of me: ID<Member>) -> Query<Int> { .change("DELETE FROM own_counting_rules WHERE member_id = $1", me) }
}
