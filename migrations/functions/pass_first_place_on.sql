-- Sets `first_id` of all later entries of a ride. Runs after an update of `moved_from` that has changed `first_id` of the ride.
CREATE OR REPLACE FUNCTION pass_first_place_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rides r SET first_id = coalesce(NEW.first_id, NEW.id) FROM (
        WITH RECURSIVE later AS (
            SELECT id FROM rides WHERE club_id = NEW.club_id AND moved_from = NEW.id
            UNION SELECT n.id FROM later JOIN rides n ON n.club_id = NEW.club_id AND n.moved_from = later.id
        ) SELECT id FROM later
    ) l WHERE r.club_id = NEW.club_id AND r.id = l.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER first_place_of_later AFTER UPDATE OF moved_from ON rides FOR EACH ROW
    WHEN (old.first_id IS DISTINCT FROM new.first_id)
    EXECUTE FUNCTION pass_first_place_on();
