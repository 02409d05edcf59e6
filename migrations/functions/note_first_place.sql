-- Sets `first_id` of a ride, which is the entry of the ride in its first park. Refuses a move if the ride would be among its own earlier
-- entries. Runs before a ride with `moved_from` is added, and before `moved_from` changes.
CREATE OR REPLACE FUNCTION note_first_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.first_id := (SELECT coalesce(r.first_id, r.id) FROM rides r WHERE r.club_id = NEW.club_id AND r.id = NEW.moved_from);
    IF EXISTS (
        WITH RECURSIVE earlier AS (
            SELECT NEW.moved_from AS id
            UNION SELECT r.moved_from FROM earlier e JOIN rides r ON r.club_id = NEW.club_id AND r.id = e.id
                WHERE r.moved_from IS NOT NULL
        ) SELECT FROM earlier WHERE id = NEW.id
    ) THEN
        RAISE EXCEPTION 'a ride cannot have moved in a circle' USING ERRCODE = 'check_violation', CONSTRAINT = 'rides_moved_in_a_circle';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER first_place BEFORE UPDATE OF moved_from ON rides FOR EACH ROW
    WHEN (old.moved_from IS DISTINCT FROM new.moved_from)
    EXECUTE FUNCTION note_first_place();

CREATE OR REPLACE TRIGGER first_place_of_new BEFORE INSERT ON rides FOR EACH ROW WHEN (new.moved_from IS NOT NULL)
    EXECUTE FUNCTION note_first_place();
