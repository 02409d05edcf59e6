-- Replaces the trigrams of a park or ride. Runs after its name or its former names have changed.
CREATE OR REPLACE FUNCTION update_trigrams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        DELETE FROM park_trigrams WHERE club_id = NEW.club_id AND park_id = NEW.id;
        INSERT INTO park_trigrams (club_id, gram, park_id)
            SELECT DISTINCT NEW.club_id, gram, NEW.id FROM unnest(NEW.name || NEW.former_names) name, unnest(trigrams(name)) gram;
    ELSE
        DELETE FROM ride_trigrams WHERE club_id = NEW.club_id AND ride_id = NEW.id;
        INSERT INTO ride_trigrams (club_id, gram, ride_id)
            SELECT DISTINCT NEW.club_id, gram, NEW.id FROM unnest(NEW.name || NEW.former_names) name, unnest(trigrams(name)) gram;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER grams AFTER UPDATE OF name, former_names ON parks FOR EACH ROW
    WHEN (old.name IS DISTINCT FROM new.name OR old.former_names IS DISTINCT FROM new.former_names)
    EXECUTE FUNCTION update_trigrams();

CREATE OR REPLACE TRIGGER grams AFTER UPDATE OF name, former_names ON rides FOR EACH ROW
    WHEN (old.name IS DISTINCT FROM new.name OR old.former_names IS DISTINCT FROM new.former_names)
    EXECUTE FUNCTION update_trigrams();
