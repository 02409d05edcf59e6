-- additive
-- What members make of what they ride: an order of their own, wishes, notes on laps, a park that is home; and talk about rides.

-- One's own order, the best first.
CREATE TABLE ride_ranks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    place integer NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT ride_ranks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ride_ranks_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    -- As of the statement's end: those in between make room.
    CONSTRAINT ride_ranks_once UNIQUE (club_id, member_id, place) DEFERRABLE INITIALLY IMMEDIATE,
    CONSTRAINT ride_ranks_place CHECK (place BETWEEN 1 AND 200)
);
CREATE INDEX ride_ranks_of_a_ride ON ride_ranks (club_id, ride_id);

-- At which place members have a ride, on the average: by thousandths.
CREATE TABLE ride_rank_totals (
    club_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    members integer NOT NULL,
    places bigint NOT NULL,
    mean bigint GENERATED ALWAYS AS (places * 1000 / nullif(members, 0)) STORED,
    PRIMARY KEY (club_id, ride_id),
    CONSTRAINT ride_rank_totals_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ride_rank_totals_form CHECK (members >= 0 AND places >= 0)
) WITH (fillfactor = 80);
CREATE INDEX ride_rank_totals_by_mean ON ride_rank_totals (club_id, mean, ride_id) WHERE members > 2;

-- In the order of the rides, so that two who rank the same ones do not wait for each other.
CREATE FUNCTION count_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO ride_rank_totals AS t (club_id, ride_id, members, places)
            SELECT club_id, ride_id, count(*), sum(place) FROM added GROUP BY club_id, ride_id ORDER BY club_id, ride_id
            ON CONFLICT (club_id, ride_id) DO UPDATE SET members = t.members + excluded.members, places = t.places + excluded.places;
    ELSIF TG_OP = 'UPDATE' THEN
        PERFORM FROM ride_rank_totals t JOIN removed o ON o.club_id = t.club_id AND o.ride_id = t.ride_id
            ORDER BY t.club_id, t.ride_id FOR UPDATE OF t;
        UPDATE ride_rank_totals t SET places = t.places + c.places FROM (
            SELECT n.club_id, n.ride_id, sum(n.place - o.place) AS places
            FROM added n JOIN removed o ON o.club_id = n.club_id AND o.member_id = n.member_id AND o.ride_id = n.ride_id
            GROUP BY n.club_id, n.ride_id
        ) c WHERE t.club_id = c.club_id AND t.ride_id = c.ride_id AND c.places <> 0;
    ELSE
        PERFORM FROM ride_rank_totals t JOIN removed o ON o.club_id = t.club_id AND o.ride_id = t.ride_id
            ORDER BY t.club_id, t.ride_id FOR UPDATE OF t;
        UPDATE ride_rank_totals t SET members = t.members - c.members, places = t.places - c.places FROM (
            SELECT club_id, ride_id, count(*) AS members, sum(place) AS places FROM removed GROUP BY club_id, ride_id
        ) c WHERE t.club_id = c.club_id AND t.ride_id = c.ride_id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER counted AFTER INSERT ON ride_ranks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_ranks();
CREATE TRIGGER recounted AFTER UPDATE ON ride_ranks REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_ranks();
CREATE TRIGGER uncounted AFTER DELETE ON ride_ranks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_ranks();

-- What one would like to ride.
CREATE TABLE ride_wishes (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT ride_wishes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ride_wishes_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE
);
CREATE INDEX ride_wishes_of_a_ride ON ride_wishes (club_id, ride_id);

-- What one says of a lap: in which row or seat, a few words, a photo.
CREATE TABLE lap_notes (
    club_id bigint NOT NULL,
    act_id bigint NOT NULL,
    member_id bigint NOT NULL,
    note text NOT NULL DEFAULT '',
    seat text NOT NULL DEFAULT '',
    photo_id bigint,
    PRIMARY KEY (club_id, act_id),
    CONSTRAINT lap_notes_act FOREIGN KEY (club_id, act_id) REFERENCES lap_acts ON DELETE CASCADE,
    CONSTRAINT lap_notes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT lap_notes_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id),
    CONSTRAINT lap_notes_form CHECK (length(note) <= 500 AND length(seat) <= 40)
);
CREATE INDEX lap_notes_of ON lap_notes (club_id, member_id, act_id DESC);
CREATE INDEX lap_notes_with_photos ON lap_notes (club_id, photo_id) WHERE photo_id IS NOT NULL;

-- Where one is at home.
CREATE TABLE home_parks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    park_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT home_parks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT home_parks_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE CASCADE
);
CREATE INDEX home_parks_of ON home_parks (club_id, park_id, member_id);

-- What is said of a ride goes with it.
CREATE TRIGGER room AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION forget_room('ride');

-- For lists that are narrowed.
CREATE INDEX rides_by_name ON rides (club_id, name, id);
CREATE INDEX rides_by_maker ON rides (club_id, maker, name, id) WHERE maker <> '';
CREATE INDEX parks_by_country ON parks (club_id, country) WHERE country <> '';

-- A file that brings many up to date says all of each, and changes few names.
DROP TRIGGER grams ON parks;
DROP TRIGGER grams ON rides;
CREATE TRIGGER grams AFTER UPDATE OF name, former_names ON parks FOR EACH ROW
    WHEN ((OLD.name, OLD.former_names) IS DISTINCT FROM (NEW.name, NEW.former_names)) EXECUTE FUNCTION note_grams();
CREATE TRIGGER grams AFTER UPDATE OF name, former_names ON rides FOR EACH ROW
    WHEN ((OLD.name, OLD.former_names) IS DISTINCT FROM (NEW.name, NEW.former_names)) EXECUTE FUNCTION note_grams();

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ride_ranks', 'ride_rank_totals', 'ride_wishes', 'lap_notes', 'home_parks'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
