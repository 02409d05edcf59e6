-- Deletes the photo tags of a park or a ride. Runs after the park or the ride is deleted. The argument of the trigger is the kind of the
-- tags.
CREATE OR REPLACE FUNCTION delete_photo_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM photo_tags WHERE club_id = OLD.club_id AND kind = TG_ARGV[0] AND subject_id = OLD.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER photo_tags AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION delete_photo_tags('park');

CREATE OR REPLACE TRIGGER photo_tags AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION delete_photo_tags('ride');
