-- Adds the numbers, which can be negative, to the riddle totals of a member. Does nothing if the member has left the club. If a transaction
-- changes the totals of two members, it calls the function in the order of the members' ids, so that two transactions do not block each
-- other.
CREATE OR REPLACE FUNCTION add_riddle_totals(
    club bigint, member bigint, more_points integer, more_solved integer, more_finished integer, more_sent integer
) RETURNS void LANGUAGE sql AS $$
    -- First, a missing row is inserted with zeros. An upsert with negative numbers would violate the constraint of the table, even if the
    -- row exists.
    INSERT INTO riddle_totals (club_id, member_id)
    SELECT m.club_id, m.id FROM members m WHERE m.club_id = club AND m.id = member AND m.left_at IS NULL
    ON CONFLICT DO NOTHING;
    UPDATE riddle_totals t SET points = t.points + more_points, solved = t.solved + more_solved,
        finished = t.finished + more_finished, sent = t.sent + more_sent
    FROM members m WHERE m.club_id = club AND m.id = member AND m.left_at IS NULL AND t.club_id = m.club_id AND t.member_id = m.id
$$;
