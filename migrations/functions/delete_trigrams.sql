-- Deletes the trigrams of a park or a ride. Runs after the park or the ride is deleted.
CREATE OR REPLACE FUNCTION delete_trigrams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        DELETE FROM park_trigrams WHERE club_id = OLD.club_id AND park_id = OLD.id;
    ELSE
        DELETE FROM ride_trigrams WHERE club_id = OLD.club_id AND ride_id = OLD.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER old_grams AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION delete_trigrams();

CREATE OR REPLACE TRIGGER old_grams AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION delete_trigrams();
