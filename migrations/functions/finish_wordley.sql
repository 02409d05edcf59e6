-- Stores the result of a game of Wordley in `practice_results`. Runs when the game is won or lost.
CREATE OR REPLACE FUNCTION finish_wordley() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_won boolean := NEW.state = 'won';
BEGIN
    INSERT INTO practice_results (
        club_id, member_id, game, level, is_won, is_good, points, steps, hints, is_counted, day, started_at)
    VALUES (
        NEW.club_id, NEW.member_id, 'wordley', NEW.level, is_won, is_won,
        CASE WHEN is_won THEN greatest(1, length(NEW.answer) * (NEW.rows - cardinality(NEW.guesses) + 1 - cardinality(NEW.helped)))
            ELSE 0 END,
        cardinality(NEW.guesses), cardinality(NEW.helped), NEW.level IS NULL, day_of_member(NEW.club_id, NEW.member_id), NEW.started_at);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER finish AFTER UPDATE OF state ON wordley_games FOR EACH ROW
    WHEN (old.state = 'open'::text AND new.state <> 'open'::text)
    EXECUTE FUNCTION finish_wordley();
