-- Adds the size of new photo files to `clubs.photo_bytes`, or subtracts the size of deleted ones. Runs once after each statement that adds
-- or deletes photo files.
CREATE OR REPLACE FUNCTION count_photo_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clubs SET photo_bytes = photo_bytes + CASE TG_OP WHEN 'INSERT' THEN changed.bytes ELSE -changed.bytes END
    FROM (SELECT club_id, sum(octet_length(data)) AS bytes FROM changed_files GROUP BY club_id) changed
    WHERE clubs.id = changed.club_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER photo_files_counted AFTER INSERT ON photo_files REFERENCING NEW TABLE AS changed_files FOR EACH STATEMENT
    EXECUTE FUNCTION count_photo_bytes();

CREATE OR REPLACE TRIGGER photo_files_uncounted AFTER DELETE ON photo_files REFERENCING OLD TABLE AS changed_files FOR EACH STATEMENT
    EXECUTE FUNCTION count_photo_bytes();
