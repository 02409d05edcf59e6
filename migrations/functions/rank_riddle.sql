-- Adds 1 to the number of riddles that the sender has sent. Runs after a member's riddle is added.
CREATE OR REPLACE FUNCTION rank_riddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_riddle_totals(NEW.club_id, NEW.sender_id, 0, 0, 0, 1);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER score AFTER INSERT ON riddles FOR EACH ROW WHEN (new.sender_id IS NOT NULL) EXECUTE FUNCTION rank_riddle();
