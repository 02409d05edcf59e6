-- additive
-- Evenings on which some members play a video game, and their vote on which: each ticks whatever they would play.

CREATE TABLE evenings (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    host_id bigint NOT NULL,
    starts_at timestamptz NOT NULL,
    -- Until when they vote.
    closes_at timestamptz NOT NULL,
    note text NOT NULL,
    -- When the votes were counted.
    decided_at timestamptz,
    called_off_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT evenings_host FOREIGN KEY (club_id, host_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT evenings_form CHECK (closes_at <= starts_at AND length(note) <= 300)
);
CREATE INDEX evenings_due ON evenings (club_id, closes_at) WHERE decided_at IS NULL AND called_off_at IS NULL;
CREATE INDEX evenings_hosted ON evenings (club_id, host_id, starts_at);

CREATE TABLE evening_guests (
    club_id bigint NOT NULL,
    evening_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- NULL: they have not said.
    comes text,
    -- Titles that they would play.
    votes bigint[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (club_id, evening_id, member_id),
    CONSTRAINT evening_guests_evening FOREIGN KEY (club_id, evening_id) REFERENCES evenings ON DELETE CASCADE,
    CONSTRAINT evening_guests_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT evening_guests_form CHECK (comes IN ('yes', 'maybe', 'no') AND cardinality(votes) <= 12)
) WITH (fillfactor = 80);
CREATE INDEX evening_guests_of_a_member ON evening_guests (club_id, member_id, evening_id DESC);

CREATE TABLE evening_titles (
    club_id bigint NOT NULL,
    evening_id bigint NOT NULL,
    title_id bigint NOT NULL,
    -- The same, if the title is the club's: it goes with it.
    own_title_id bigint,
    -- In which order they were chosen: of those with as many votes the first is played.
    place smallint NOT NULL,
    is_chosen boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, evening_id, title_id),
    CONSTRAINT evening_titles_evening FOREIGN KEY (club_id, evening_id) REFERENCES evenings ON DELETE CASCADE,
    CONSTRAINT evening_titles_own_title FOREIGN KEY (club_id, own_title_id) REFERENCES titles (club_id, id) ON DELETE CASCADE,
    CONSTRAINT evening_titles_one_title CHECK (own_title_id = title_id)
);
CREATE INDEX evening_titles_own ON evening_titles (club_id, own_title_id) WHERE own_title_id IS NOT NULL;

CREATE TRIGGER notices AFTER DELETE ON evenings FOR EACH ROW
    EXECUTE FUNCTION forget_notices('evening', 'eveninganswer', 'eveningchosen', 'eveningoff');

DO $$
DECLARE
    name text;
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    FOREACH name IN ARRAY ARRAY['evenings', 'evening_guests', 'evening_titles'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (%s) WITH CHECK (%2$s)', name, here);
    END LOOP;
END $$;
