-- Stores the trigrams of the names of new parks or rides, for the search. Runs once after each statement that adds parks or rides.
CREATE OR REPLACE FUNCTION add_trigrams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        INSERT INTO park_trigrams (club_id, gram, park_id)
            SELECT DISTINCT n.club_id, gram, n.id
            FROM added n, unnest(n.name || n.former_names) AS called, unnest(trigrams(called)) AS gram;
    ELSE
        INSERT INTO ride_trigrams (club_id, gram, ride_id)
            SELECT DISTINCT n.club_id, gram, n.id
            FROM added n, unnest(n.name || n.former_names) AS called, unnest(trigrams(called)) AS gram;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER new_grams AFTER INSERT ON parks REFERENCING NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION add_trigrams();

CREATE OR REPLACE TRIGGER new_grams AFTER INSERT ON rides REFERENCING NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION add_trigrams();
