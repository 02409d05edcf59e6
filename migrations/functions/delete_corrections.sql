-- Deletes the corrections of a park or a ride. Runs after the park or the ride is deleted. The argument of the trigger is the kind of the
-- corrections.
CREATE OR REPLACE FUNCTION delete_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM corrections WHERE club_id = OLD.club_id AND kind = TG_ARGV[0] AND subject_id = OLD.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER corrections AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION delete_corrections('park');

CREATE OR REPLACE TRIGGER corrections AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION delete_corrections('ride');
