-- additive
-- Who is at which park. A check-in ends by itself, by hand, or with the next one; after half a year it loses its place.

-- When a park usually closes, by its own clock.
ALTER TABLE parks ADD COLUMN closes_at time;
CREATE INDEX parks_by_latitude ON parks (club_id, latitude) WHERE latitude IS NOT NULL;

CREATE TABLE check_ins (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- NULL: forgotten.
    park_id bigint,
    -- Who is to know.
    audience text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz NOT NULL,
    -- Neither ended by hand nor followed by another.
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (club_id, id),
    CONSTRAINT check_ins_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT check_ins_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE SET NULL (park_id),
    CONSTRAINT check_ins_audience_form CHECK (audience IN ('club', 'friends', 'me')),
    CONSTRAINT check_ins_times_form CHECK (ends_at >= made_at)
);
CREATE UNIQUE INDEX check_ins_open ON check_ins (club_id, member_id) WHERE is_open;
CREATE INDEX check_ins_of ON check_ins (club_id, member_id, id DESC);
CREATE INDEX check_ins_at ON check_ins (club_id, park_id, id DESC);
CREATE INDEX check_ins_with_places ON check_ins (club_id, made_at) WHERE park_id IS NOT NULL;

ALTER TABLE check_ins ENABLE ROW LEVEL SECURITY;
ALTER TABLE check_ins FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON check_ins USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);
