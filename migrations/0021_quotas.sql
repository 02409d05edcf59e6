-- additive
-- How many bytes of photos a club keeps: counted with each that comes or goes, so that the next one need not add them up.

ALTER TABLE clubs ADD COLUMN photo_bytes bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT clubs_photo_bytes_form CHECK (photo_bytes >= 0);

CREATE FUNCTION count_photo_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clubs SET photo_bytes = photo_bytes + CASE TG_OP WHEN 'INSERT' THEN changed.bytes ELSE -changed.bytes END
    FROM (SELECT club_id, sum(octet_length(data)) AS bytes FROM changed_files GROUP BY club_id) changed WHERE clubs.id = changed.club_id;
    RETURN NULL;
END $$;

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE photo_files NO FORCE ROW LEVEL SECURITY;
UPDATE clubs SET photo_bytes = kept.bytes
    FROM (SELECT club_id, sum(octet_length(data)) AS bytes FROM photo_files GROUP BY club_id) kept WHERE clubs.id = kept.club_id;
ALTER TABLE photo_files FORCE ROW LEVEL SECURITY;

CREATE TRIGGER photo_files_counted AFTER INSERT ON photo_files
    REFERENCING NEW TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION count_photo_bytes();
CREATE TRIGGER photo_files_uncounted AFTER DELETE ON photo_files
    REFERENCING OLD TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION count_photo_bytes();
