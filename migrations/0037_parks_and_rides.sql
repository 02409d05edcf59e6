-- additive
-- Parks with their rides, and who has ridden what how often. A lap is counted by an act that its browser has named: however often that is
-- sent, it counts once. What acts come to is kept by day, by ride and by member, in the act's own transaction.

CREATE TABLE parks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    former_names text[] NOT NULL DEFAULT '{}',
    place text NOT NULL DEFAULT '',
    -- Its name in English.
    country text NOT NULL DEFAULT '',
    -- Degrees (WGS 84), north and east.
    latitude double precision,
    longitude double precision,
    -- When its days begin: a name of the IANA Time Zone Database.
    time_zone text NOT NULL DEFAULT 'UTC',
    -- As far as it is known (ISO 8601): 1984, 1984-05 or 1984-05-26.
    opened text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT parks_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT parks_once UNIQUE (club_id, name, place),
    CONSTRAINT parks_name_form CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT parks_former_names_form CHECK (cardinality(former_names) <= 20),
    CONSTRAINT parks_place_form CHECK (length(place) <= 100 AND length(country) <= 100),
    CONSTRAINT parks_position CHECK ((latitude IS NULL) = (longitude IS NULL) AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
    CONSTRAINT parks_opened_form CHECK (opened ~ '^\d{4}(-\d\d(-\d\d)?)?$')
);

CREATE TABLE rides (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    park_id bigint NOT NULL,
    name text NOT NULL,
    former_names text[] NOT NULL DEFAULT '{}',
    kind text NOT NULL,
    status text NOT NULL DEFAULT 'operating',
    opened text,
    closed text,
    maker text NOT NULL DEFAULT '',
    model text NOT NULL DEFAULT '',
    material text NOT NULL DEFAULT '',
    seating text NOT NULL DEFAULT '',
    restraint text NOT NULL DEFAULT '',
    launch text NOT NULL DEFAULT '',
    height_cm integer,
    length_cm integer,
    -- Metres an hour.
    speed_mh integer,
    inversions integer,
    duration_s integer,
    is_indoor boolean NOT NULL DEFAULT false,
    is_kiddie boolean NOT NULL DEFAULT false,
    notes text NOT NULL DEFAULT '',
    -- Where the facts are from.
    source text NOT NULL DEFAULT '',
    -- What the club has ridden, and how many have.
    laps bigint NOT NULL DEFAULT 0,
    riders integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT rides_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE CASCADE,
    CONSTRAINT rides_once UNIQUE (club_id, park_id, name),
    CONSTRAINT rides_name_form CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT rides_former_names_form CHECK (cardinality(former_names) <= 20),
    CONSTRAINT rides_kind_form CHECK (kind ~ '^[a-z]{1,20}$'),
    CONSTRAINT rides_status_form CHECK (status IN ('operating', 'building', 'resting', 'closed')),
    CONSTRAINT rides_dates_form CHECK (opened ~ '^\d{4}(-\d\d(-\d\d)?)?$' AND closed ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
    CONSTRAINT rides_words_form CHECK (
        greatest(length(maker), length(model), length(material), length(seating), length(restraint), length(launch)) <= 100
        AND length(notes) <= 2000 AND length(source) <= 500),
    CONSTRAINT rides_measures_form CHECK (
        height_cm BETWEEN 1 AND 100000 AND length_cm BETWEEN 1 AND 10000000 AND speed_mh BETWEEN 1 AND 1000000
        AND inversions BETWEEN 0 AND 100 AND duration_s BETWEEN 1 AND 86400),
    CONSTRAINT rides_counts_form CHECK (laps >= 0 AND riders >= 0)
) WITH (fillfactor = 80);

-- Names are found by what three letters in a row they have, as `grams` makes them: without case, accents and signs. Rows, and no index of
-- pg_trgm, whose operators are not leakproof: row-level security would keep it from being used.
CREATE FUNCTION grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(array_agg(DISTINCT substr(words, n, 3)), '{}')
        FROM (SELECT '  ' || trim(regexp_replace(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
            '[^[:alnum:]]+', ' ', 'g')) || ' ' AS words) folded, generate_series(1, length(words) - 2) n
        WHERE words <> '   ');

CREATE TABLE park_grams (
    club_id bigint NOT NULL,
    gram text NOT NULL,
    park_id bigint NOT NULL,
    PRIMARY KEY (club_id, gram, park_id),
    CONSTRAINT park_grams_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE CASCADE
);
CREATE INDEX park_grams_of ON park_grams (club_id, park_id);

CREATE TABLE ride_grams (
    club_id bigint NOT NULL,
    gram text NOT NULL,
    ride_id bigint NOT NULL,
    PRIMARY KEY (club_id, gram, ride_id),
    CONSTRAINT ride_grams_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE
);
CREATE INDEX ride_grams_of ON ride_grams (club_id, ride_id);

CREATE FUNCTION note_grams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'parks' THEN
        DELETE FROM park_grams WHERE club_id = NEW.club_id AND park_id = NEW.id;
        INSERT INTO park_grams (club_id, gram, park_id)
            SELECT DISTINCT NEW.club_id, gram, NEW.id FROM unnest(NEW.name || NEW.former_names) name, unnest(grams(name)) gram;
    ELSE
        DELETE FROM ride_grams WHERE club_id = NEW.club_id AND ride_id = NEW.id;
        INSERT INTO ride_grams (club_id, gram, ride_id)
            SELECT DISTINCT NEW.club_id, gram, NEW.id FROM unnest(NEW.name || NEW.former_names) name, unnest(grams(name)) gram;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER grams AFTER INSERT OR UPDATE OF name, former_names ON parks FOR EACH ROW EXECUTE FUNCTION note_grams();
CREATE TRIGGER grams AFTER INSERT OR UPDATE OF name, former_names ON rides FOR EACH ROW EXECUTE FUNCTION note_grams();

-- One act of counting, in the order in which it came.
CREATE TABLE lap_acts (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- What the browser calls it: sent again, it is the same.
    tap text NOT NULL,
    ride_id bigint NOT NULL,
    -- The park's.
    day date NOT NULL,
    -- Laps that it adds; fewer than none takes some away.
    amount integer NOT NULL,
    -- Taken back, perhaps before it came itself.
    is_undone boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT lap_acts_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT lap_acts_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT lap_acts_once UNIQUE (club_id, member_id, tap),
    CONSTRAINT lap_acts_tap_form CHECK (tap ~ '^[A-Za-z0-9_-]{8,64}$'),
    CONSTRAINT lap_acts_amount_form CHECK (amount BETWEEN -2000 AND 2000)
);
CREATE INDEX lap_acts_of_a_day ON lap_acts (club_id, member_id, ride_id, day, id);
CREATE INDEX lap_acts_of_a_ride ON lap_acts (club_id, ride_id);

-- What the acts of a day come to. Below none, as when a lap is taken back that had been counted away already, it shows as none.
CREATE TABLE laps (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id, day),
    CONSTRAINT laps_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT laps_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT laps_count_form CHECK (count <= 999)
) WITH (fillfactor = 80);
CREATE INDEX laps_by_day ON laps (club_id, member_id, day, ride_id) WHERE count > 0;
CREATE INDEX laps_of_a_ride ON laps (club_id, ride_id);

-- What a member has ridden.
CREATE TABLE ridden (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    laps bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT ridden_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ridden_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ridden_laps_form CHECK (laps >= 0)
) WITH (fillfactor = 80);
CREATE INDEX ridden_most ON ridden (club_id, member_id, laps DESC, ride_id) WHERE laps > 0;
CREATE INDEX ridden_by ON ridden (club_id, ride_id, member_id) WHERE laps > 0;

-- What each has ridden in all, for who has ridden most.
CREATE TABLE riders (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    laps bigint NOT NULL,
    -- Different ones: credits.
    rides integer NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT riders_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT riders_form CHECK (laps >= 0 AND rides >= 0)
) WITH (fillfactor = 80);
CREATE INDEX riders_ranked ON riders (club_id, rides DESC, member_id) WHERE rides > 0;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['parks', 'rides', 'park_grams', 'ride_grams', 'lap_acts', 'laps', 'ridden', 'riders'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
