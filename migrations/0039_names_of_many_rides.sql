-- additive
-- Of many parks or rides that are added at once, the names' letters are noted in one go; and that a park or ride is there, is not looked up
-- for each of them: the letters go with it by a trigger.

CREATE FUNCTION note_new_grams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        INSERT INTO park_grams (club_id, gram, park_id)
            SELECT DISTINCT n.club_id, gram, n.id FROM added n, unnest(n.name || n.former_names) AS called, unnest(grams(called)) AS gram;
    ELSE
        INSERT INTO ride_grams (club_id, gram, ride_id)
            SELECT DISTINCT n.club_id, gram, n.id FROM added n, unnest(n.name || n.former_names) AS called, unnest(grams(called)) AS gram;
    END IF;
    RETURN NULL;
END
$$;

DROP TRIGGER grams ON parks;
DROP TRIGGER grams ON rides;
CREATE TRIGGER grams AFTER UPDATE OF name, former_names ON parks FOR EACH ROW EXECUTE FUNCTION note_grams();
CREATE TRIGGER grams AFTER UPDATE OF name, former_names ON rides FOR EACH ROW EXECUTE FUNCTION note_grams();
CREATE TRIGGER new_grams AFTER INSERT ON parks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_grams();
CREATE TRIGGER new_grams AFTER INSERT ON rides REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_grams();

ALTER TABLE park_grams DROP CONSTRAINT park_grams_park;
ALTER TABLE ride_grams DROP CONSTRAINT ride_grams_ride;

CREATE FUNCTION forget_grams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        DELETE FROM park_grams WHERE club_id = OLD.club_id AND park_id = OLD.id;
    ELSE
        DELETE FROM ride_grams WHERE club_id = OLD.club_id AND ride_id = OLD.id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER old_grams AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION forget_grams();
CREATE TRIGGER old_grams AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION forget_grams();
