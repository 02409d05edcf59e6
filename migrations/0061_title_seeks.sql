-- additive
-- Who looks for players of a title, now and for a while: each member for one title at a time.

CREATE TABLE title_seeks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    title_id bigint NOT NULL,
    -- The same, if the title is the club's: it goes with it.
    own_title_id bigint,
    note text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT title_seeks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT title_seeks_own_title FOREIGN KEY (club_id, own_title_id) REFERENCES titles (club_id, id) ON DELETE CASCADE,
    CONSTRAINT title_seeks_one_title CHECK (own_title_id = title_id),
    CONSTRAINT title_seeks_form CHECK (length(note) <= 200 AND expires_at <= created_at + interval '12 hours')
);
CREATE INDEX title_seeks_of_a_title ON title_seeks (club_id, title_id, expires_at);
CREATE INDEX title_seeks_own ON title_seeks (club_id, own_title_id) WHERE own_title_id IS NOT NULL;
CREATE INDEX title_seeks_expiry ON title_seeks (club_id, expires_at);

DO $$
DECLARE
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    ALTER TABLE title_seeks ENABLE ROW LEVEL SECURITY;
    ALTER TABLE title_seeks FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY club ON title_seeks USING (%s) WITH CHECK (%1$s)', here);
END $$;
