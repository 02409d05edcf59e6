-- Keeps the numbers of a riddle and the totals of its sender and of the member who plays it up to date. Runs after a row of `riddle_plays`
-- is added or deleted, and after its state is updated.
CREATE OR REPLACE FUNCTION rank_riddle_play() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    play riddle_plays := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    was text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.state END;
    becomes text := CASE WHEN TG_OP = 'DELETE' THEN '' ELSE NEW.state END;
    solving integer := (becomes = 'right')::integer - (was = 'right')::integer;
    failing integer := (becomes IN ('wrong', 'given-up'))::integer - (was IN ('wrong', 'given-up'))::integer;
    riddle riddles;
    for_sender integer;
BEGIN
    IF solving = 0 AND failing = 0 THEN
        RETURN NULL;
    END IF;
    UPDATE riddles SET solved = solved + solving, failed = failed + failing, finished = finished + solving + failing
        WHERE club_id = play.club_id AND id = play.riddle_id RETURNING * INTO riddle;
    -- A riddle for the whole club gives its sender at most one point.
    for_sender := CASE WHEN riddle.audience = 'club' THEN (riddle.failed > 0)::integer - (riddle.failed - failing > 0)::integer
        ELSE failing END;
    -- The totals are changed in the order of the members' ids, so that two transactions do not block each other.
    IF riddle.sender_id < play.member_id THEN
        PERFORM add_riddle_totals(play.club_id, riddle.sender_id, for_sender, 0, 0, 0);
    END IF;
    PERFORM add_riddle_totals(play.club_id, play.member_id, solving, solving, solving + failing, 0);
    IF riddle.sender_id > play.member_id THEN
        PERFORM add_riddle_totals(play.club_id, riddle.sender_id, for_sender, 0, 0, 0);
    END IF;
    -- The sender's hardest riddle.
    IF failing <> 0 AND riddle.sender_id IS NOT NULL THEN
        UPDATE riddle_totals t SET (hardest_id, hardest_failed) = (
            SELECT max(h.id), coalesce(max(h.failed), 0) FROM (
                SELECT r.id, r.failed FROM riddles r WHERE r.club_id = t.club_id AND r.sender_id = t.member_id AND r.failed > 0
                ORDER BY r.failed DESC, r.id LIMIT 1) h)
        WHERE t.club_id = play.club_id AND t.member_id = riddle.sender_id;
    END IF;
    -- The member's streaks. On days in a row, the difference between the day and its number is the same.
    IF play.day IS NOT NULL AND solving <> 0 THEN
        UPDATE riddle_totals t SET (streak, best_streak, streak_day) = (
            SELECT coalesce((array_agg(s.length ORDER BY s.last DESC))[1], 0), coalesce(max(s.length), 0), max(s.last) FROM (
                SELECT count(*)::integer AS length, max(d.day) AS last FROM (
                    SELECT p.day, row_number() OVER (ORDER BY p.day)::integer AS place FROM riddle_plays p
                    WHERE p.club_id = t.club_id AND p.member_id = t.member_id AND p.state = 'right' AND p.day IS NOT NULL) d
                GROUP BY d.day - d.place) s)
        WHERE t.club_id = play.club_id AND t.member_id = play.member_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER score AFTER INSERT OR DELETE OR UPDATE OF state ON riddle_plays FOR EACH ROW
    EXECUTE FUNCTION rank_riddle_play();
