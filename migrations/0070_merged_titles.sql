-- additive
-- Where titles are that were put together with others: whoever comes to an old address is led there.

CREATE TABLE merged_titles (
    club_id bigint NOT NULL,
    -- Of the club, and not there any more.
    merged_id bigint NOT NULL,
    title_id bigint NOT NULL,
    -- The same, if it is the club's.
    own_title_id bigint,
    PRIMARY KEY (club_id, merged_id),
    CONSTRAINT merged_titles_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT merged_titles_own_title FOREIGN KEY (club_id, own_title_id) REFERENCES titles (club_id, id) ON DELETE CASCADE,
    CONSTRAINT merged_titles_one_title CHECK (own_title_id = title_id)
);
CREATE INDEX merged_titles_own ON merged_titles (club_id, own_title_id) WHERE own_title_id IS NOT NULL;

DO $$
DECLARE
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    ALTER TABLE merged_titles ENABLE ROW LEVEL SECURITY;
    ALTER TABLE merged_titles FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY club ON merged_titles USING (%s) WITH CHECK (%1$s)', here);
END $$;

-- Nothing reads it, and each title that is put on a list would be written into it.
DROP INDEX title_totals_most;

-- The club's own, the last first.
CREATE INDEX titles_own ON titles (of_club, id DESC) WHERE of_club IS NOT NULL;
