-- additive
-- Pictures of titles: those of everybody's titles are everybody's, as they are.

CREATE TABLE title_covers (
    club_id bigint NOT NULL,
    title_id bigint NOT NULL,
    size text NOT NULL,
    -- SHA-256 of what it was made of.
    digest bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (club_id, title_id, size),
    CONSTRAINT title_covers_title FOREIGN KEY (club_id, title_id) REFERENCES titles (club_id, id) ON DELETE CASCADE,
    CONSTRAINT title_covers_form CHECK (size IN ('large', 'small') AND length(digest) = 32 AND width BETWEEN 1 AND 16384
        AND height BETWEEN 1 AND 16384)
);
-- WebP is compressed already.
ALTER TABLE title_covers ALTER COLUMN data SET STORAGE EXTERNAL;

DO $$
DECLARE
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    ALTER TABLE title_covers ENABLE ROW LEVEL SECURITY;
    ALTER TABLE title_covers FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY club ON title_covers USING (%s OR club_id = 0) WITH CHECK (%1$s)', here);
    EXECUTE format('CREATE POLICY change ON title_covers AS RESTRICTIVE FOR UPDATE USING (%s)', here);
    EXECUTE format('CREATE POLICY removal ON title_covers AS RESTRICTIVE FOR DELETE USING (%s)', here);
END $$;
