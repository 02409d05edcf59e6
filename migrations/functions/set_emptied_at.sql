-- Stores when a club lost its last member, or clears this time when the club has a member again. Refuses a new member if the club is being
-- deleted (`emptied_at` is -infinity). Runs before `member_count` changes from 0 or to 0.
CREATE OR REPLACE FUNCTION set_emptied_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF old.emptied_at = '-infinity' THEN
        RAISE EXCEPTION 'the club is being deleted' USING ERRCODE = 'BW003', CONSTRAINT = 'club_deleted';
    END IF;
    new.emptied_at := CASE WHEN new.member_count = 0 THEN now() END;
    RETURN new;
END $$;

CREATE OR REPLACE TRIGGER emptied BEFORE UPDATE OF member_count ON clubs FOR EACH ROW
    WHEN ((old.member_count = 0) <> (new.member_count = 0))
    EXECUTE FUNCTION set_emptied_at();
