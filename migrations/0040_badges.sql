-- additive
-- What members have earned by what they did. Which badges there are stands in the code: each is so much of what is counted.

CREATE TABLE badges (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- What is counted.
    measure text NOT NULL,
    -- How much of it there had to be.
    goal bigint NOT NULL,
    -- The day on which there was as much: the park's where it is about rides, else in UTC.
    earned_on date NOT NULL,
    PRIMARY KEY (club_id, member_id, measure, goal),
    CONSTRAINT badges_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT badges_form CHECK (measure ~ '^[a-z_]{1,30}$' AND goal > 0)
);

-- How many have earned each.
CREATE TABLE badge_counts (
    club_id bigint NOT NULL,
    measure text NOT NULL,
    goal bigint NOT NULL,
    members integer NOT NULL,
    PRIMARY KEY (club_id, measure, goal),
    CONSTRAINT badge_counts_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT badge_counts_form CHECK (members >= 0)
) WITH (fillfactor = 80);

-- In the order of the badges, so that two who earn the same ones do not wait for each other.
CREATE FUNCTION count_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO badge_counts AS c (club_id, measure, goal, members)
        SELECT club_id, measure, goal, count(*) FROM changed GROUP BY club_id, measure, goal ORDER BY club_id, measure, goal
        ON CONFLICT (club_id, measure, goal) DO UPDATE SET members = c.members + excluded.members;
    RETURN NULL;
END
$$;
CREATE FUNCTION uncount_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM badge_counts c JOIN changed g ON g.club_id = c.club_id AND g.measure = c.measure AND g.goal = c.goal
        ORDER BY c.club_id, c.measure, c.goal FOR UPDATE OF c;
    UPDATE badge_counts c SET members = c.members - gone.members
        FROM (SELECT club_id, measure, goal, count(*) AS members FROM changed GROUP BY club_id, measure, goal) gone
        WHERE c.club_id = gone.club_id AND c.measure = gone.measure AND c.goal = gone.goal;
    RETURN NULL;
END
$$;
CREATE TRIGGER counted AFTER INSERT ON badges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_badges();
CREATE TRIGGER uncounted AFTER DELETE ON badges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION uncount_badges();

-- Whose badges are to be looked at again, as something has changed that they count: the facts of a ride, or which badges there are.
CREATE TABLE badge_dues (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT badge_dues_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
INSERT INTO badge_dues (club_id, member_id) SELECT club_id, member_id FROM memberships;

CREATE FUNCTION note_badge_dues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'rides' THEN
        INSERT INTO badge_dues (club_id, member_id)
            SELECT club_id, member_id FROM ridden WHERE club_id = NEW.club_id AND ride_id = NEW.id AND laps > 0 ON CONFLICT DO NOTHING;
    ELSIF TG_TABLE_NAME = 'parks' THEN
        INSERT INTO badge_dues (club_id, member_id)
            SELECT DISTINCT t.club_id, t.member_id FROM rides r JOIN ridden t ON t.club_id = r.club_id AND t.ride_id = r.id AND t.laps > 0
            WHERE r.club_id = NEW.club_id AND r.park_id = NEW.id ON CONFLICT DO NOTHING;
    ELSE
        -- There is no such member any more where the club is just being deleted.
        INSERT INTO badge_dues (club_id, member_id)
            SELECT club_id, id FROM members WHERE club_id = OLD.club_id AND id = OLD.member_id ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER badge_dues AFTER UPDATE OF kind, maker, material, height_cm, length_cm, inversions ON rides FOR EACH ROW
    WHEN ((OLD.kind, OLD.maker, OLD.material, OLD.height_cm, OLD.length_cm, OLD.inversions)
        IS DISTINCT FROM (NEW.kind, NEW.maker, NEW.material, NEW.height_cm, NEW.length_cm, NEW.inversions))
    EXECUTE FUNCTION note_badge_dues();
CREATE TRIGGER badge_dues AFTER UPDATE OF country ON parks FOR EACH ROW WHEN (OLD.country <> NEW.country)
    EXECUTE FUNCTION note_badge_dues();
CREATE TRIGGER badge_dues AFTER UPDATE OF audience ON photos FOR EACH ROW WHEN (OLD.audience <> NEW.audience)
    EXECUTE FUNCTION note_badge_dues();
CREATE TRIGGER badge_dues_of_deleted AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION note_badge_dues();
CREATE TRIGGER badge_dues AFTER DELETE ON follows FOR EACH ROW WHEN (OLD.is_mutual) EXECUTE FUNCTION note_badge_dues();

-- Counted between ten in the evening and four in the morning, by the park's clock.
ALTER TABLE lap_acts ADD COLUMN is_night boolean NOT NULL DEFAULT false;
CREATE INDEX lap_acts_at_night ON lap_acts (club_id, member_id, day) WHERE is_night AND NOT is_undone;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['badges', 'badge_counts', 'badge_dues'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
