-- What members have ridden, by year and month, too, and by a rule of what counts; rides that are known as ridden without a count; rides that
-- moved from park to park. Servers that keep one row a rider cannot run on beside this.

-- What counts as a ride of its own: the club's rule, by which members are ranked.
CREATE TABLE counting_rules (
    club_id bigint NOT NULL,
    -- Kinds of rides that do not count.
    left_out text[] NOT NULL DEFAULT '{}',
    counts_kiddie boolean NOT NULL DEFAULT true,
    -- Whether one that moved is the same at every place.
    moved_is_same boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id),
    CONSTRAINT counting_rules_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT counting_rules_form CHECK (cardinality(left_out) <= 20)
);

-- One's own, for one's own log alone.
CREATE TABLE own_counting_rules (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    left_out text[] NOT NULL DEFAULT '{}',
    counts_kiddie boolean NOT NULL DEFAULT true,
    moved_is_same boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT own_counting_rules_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT own_counting_rules_form CHECK (cardinality(left_out) <= 20)
);

-- Where a ride stood before: another entry. `first_id` is where it stood at first; NULL: here.
ALTER TABLE rides
    ADD COLUMN moved_from bigint,
    ADD COLUMN first_id bigint,
    ADD CONSTRAINT rides_moved_from FOREIGN KEY (club_id, moved_from) REFERENCES rides (club_id, id) ON DELETE SET NULL (moved_from);
CREATE INDEX rides_moved ON rides (club_id, moved_from) WHERE moved_from IS NOT NULL;
CREATE INDEX rides_of_first ON rides (club_id, first_id) WHERE first_id IS NOT NULL;

CREATE FUNCTION note_first_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.first_id := (SELECT coalesce(r.first_id, r.id) FROM rides r WHERE r.club_id = NEW.club_id AND r.id = NEW.moved_from);
    IF EXISTS (
        WITH RECURSIVE earlier AS (
            SELECT NEW.moved_from AS id
            UNION SELECT r.moved_from FROM earlier e JOIN rides r ON r.club_id = NEW.club_id AND r.id = e.id WHERE r.moved_from IS NOT NULL
        ) SELECT FROM earlier WHERE id = NEW.id
    ) THEN
        RAISE EXCEPTION 'a ride cannot have moved in a circle' USING ERRCODE = 'check_violation', CONSTRAINT = 'rides_moved_in_a_circle';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER first_place_of_new BEFORE INSERT ON rides FOR EACH ROW WHEN (NEW.moved_from IS NOT NULL) EXECUTE FUNCTION note_first_place();
CREATE TRIGGER first_place BEFORE UPDATE OF moved_from ON rides FOR EACH ROW
    WHEN (OLD.moved_from IS DISTINCT FROM NEW.moved_from) EXECUTE FUNCTION note_first_place();

-- Where those stood first that came from there.
CREATE FUNCTION pass_first_place_on() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER first_place_of_later AFTER UPDATE OF moved_from ON rides FOR EACH ROW
    WHEN (OLD.first_id IS DISTINCT FROM NEW.first_id) EXECUTE FUNCTION pass_first_place_on();

-- Known as ridden, though nobody knows how often.
ALTER TABLE ridden
    ADD COLUMN is_marked boolean NOT NULL DEFAULT false,
    ADD COLUMN is_ridden boolean NOT NULL GENERATED ALWAYS AS (laps > 0 OR is_marked) STORED;
CREATE INDEX ridden_by_whom ON ridden (club_id, ride_id, member_id) WHERE is_ridden;
DROP INDEX ridden_by;

-- Of all time (an empty period), of a year (2026) and of a month (2026-11): laps, rides that count by the club's rule, and parks.
ALTER TABLE riders
    ADD COLUMN period text NOT NULL DEFAULT '',
    ADD COLUMN parks integer NOT NULL DEFAULT 0,
    DROP CONSTRAINT riders_pkey,
    ADD PRIMARY KEY (club_id, member_id, period),
    ADD CONSTRAINT riders_period_form CHECK (period ~ '^(\d{4}(-\d\d)?)?$' AND parks >= 0);
INSERT INTO riders (club_id, member_id, period, laps, rides, parks)
    SELECT l.club_id, l.member_id, p.period, sum(l.count), count(DISTINCT l.ride_id), count(DISTINCT r.park_id)
    FROM laps l JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id
    CROSS JOIN LATERAL (VALUES (to_char(l.day, 'YYYY')), (to_char(l.day, 'YYYY-MM'))) p (period)
    WHERE l.count > 0 GROUP BY l.club_id, l.member_id, p.period;
UPDATE riders s SET parks = n.parks FROM (
    SELECT t.club_id, t.member_id, count(DISTINCT r.park_id) AS parks FROM ridden t JOIN rides r ON r.club_id = t.club_id AND r.id = t.ride_id
    WHERE t.is_ridden GROUP BY t.club_id, t.member_id
) n WHERE n.club_id = s.club_id AND n.member_id = s.member_id AND s.period = '';
DROP INDEX riders_ranked;
CREATE INDEX riders_by_rides ON riders (club_id, period, rides DESC, member_id) WHERE rides > 0;
CREATE INDEX riders_by_laps ON riders (club_id, period, laps DESC, member_id) WHERE laps > 0;
CREATE INDEX riders_by_parks ON riders (club_id, period, parks DESC, member_id) WHERE parks > 0;

-- What the club has ridden in a month, by its first day.
CREATE TABLE ride_months (
    club_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    month date NOT NULL,
    laps bigint NOT NULL,
    PRIMARY KEY (club_id, ride_id, month),
    CONSTRAINT ride_months_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ride_months_form CHECK (laps >= 0 AND month = date_trunc('month', month))
) WITH (fillfactor = 80);
INSERT INTO ride_months (club_id, ride_id, month, laps)
    SELECT club_id, ride_id, date_trunc('month', day)::date, sum(count) FROM laps WHERE count > 0 GROUP BY 1, 2, 3;

-- Whose rides and parks are to be counted anew, as a rule or a ride has changed.
CREATE TABLE rider_dues (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT rider_dues_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE FUNCTION note_rider_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO rider_dues (club_id, member_id)
        SELECT club_id, member_id FROM ridden WHERE club_id = NEW.club_id AND ride_id = NEW.id AND is_ridden ORDER BY member_id
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER rider_dues AFTER UPDATE OF kind, is_kiddie, moved_from, first_id ON rides FOR EACH ROW
    WHEN ((OLD.kind, OLD.is_kiddie, OLD.first_id) IS DISTINCT FROM (NEW.kind, NEW.is_kiddie, NEW.first_id))
    EXECUTE FUNCTION note_rider_dues();

-- What is marked is ridden for badges, too.
CREATE OR REPLACE FUNCTION note_badge_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'rides' THEN
        INSERT INTO badge_dues (club_id, member_id)
            SELECT club_id, member_id FROM ridden WHERE club_id = NEW.club_id AND ride_id = NEW.id AND is_ridden ON CONFLICT DO NOTHING;
    ELSIF TG_TABLE_NAME = 'parks' THEN
        INSERT INTO badge_dues (club_id, member_id)
            SELECT DISTINCT t.club_id, t.member_id FROM rides r JOIN ridden t ON t.club_id = r.club_id AND t.ride_id = r.id AND t.is_ridden
            WHERE r.club_id = NEW.club_id AND r.park_id = NEW.id ON CONFLICT DO NOTHING;
    ELSE
        -- There is no such member any more where the club is just being deleted.
        INSERT INTO badge_dues (club_id, member_id)
            SELECT club_id, id FROM members WHERE club_id = OLD.club_id AND id = OLD.member_id ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['counting_rules', 'own_counting_rules', 'ride_months', 'rider_dues'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
