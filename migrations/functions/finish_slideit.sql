-- Stores the result of a game of SlideIt in `practice_results`. Runs when the game is won or given up.
CREATE OR REPLACE FUNCTION finish_slideit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_won boolean := NEW.state = 'won';
    moves integer := length(NEW.moves);
    shuffle integer := length(NEW.shuffle);
BEGIN
    INSERT INTO practice_results (
        club_id, member_id, game, level, is_won, is_good, points, steps, least, hints, is_counted, day, started_at,
        left_taps, left_ms, left_missed, right_taps, right_ms, right_missed)
    VALUES (
        NEW.club_id, NEW.member_id, 'slideit', NEW.level, is_won, is_won AND NEW.hints = 0 AND moves <= 2 * shuffle,
        CASE WHEN is_won THEN greatest(1, NEW.size * NEW.size + shuffle - greatest(0, moves - shuffle) - 5 * NEW.hints) ELSE 0 END,
        moves, coalesce(NEW.exact, shuffle), NEW.hints, false, day_of_member(NEW.club_id, NEW.member_id), NEW.started_at,
        NEW.left_taps, NEW.left_ms, NEW.left_missed, NEW.right_taps, NEW.right_ms, NEW.right_missed);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER finish AFTER UPDATE OF state ON slideit_games FOR EACH ROW
    WHEN (old.state = 'open'::text AND new.state <> 'open'::text)
    EXECUTE FUNCTION finish_slideit();
