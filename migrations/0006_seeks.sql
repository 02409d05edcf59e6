-- additive
-- Who would play anybody, in the order in which they came; and games to watch.

CREATE TABLE seeks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    variant text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT now() + interval '10 minutes',
    PRIMARY KEY (club_id, id),
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT seeks_one_a_member UNIQUE (club_id, member_id),
    CONSTRAINT seeks_variant_form CHECK (variant IN ('3x3', '5x5', '15x15'))
);
CREATE INDEX seeks_line ON seeks (club_id, variant, id);
ALTER TABLE seeks ENABLE ROW LEVEL SECURITY;
ALTER TABLE seeks FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON seeks USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- For whoever would watch.
CREATE INDEX games_running ON games (club_id, id) WHERE outcome = 'running';
