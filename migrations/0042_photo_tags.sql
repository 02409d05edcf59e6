-- additive
-- What photos are of: a ride, a park, whatever a part of the site offers.

CREATE TABLE photo_tags (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    PRIMARY KEY (club_id, kind, subject_id, photo_id),
    CONSTRAINT photo_tags_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT photo_tags_form CHECK (kind ~ '^[a-z]{1,20}$')
);
CREATE INDEX photo_tags_of ON photo_tags (club_id, photo_id);
ALTER TABLE photo_tags ENABLE ROW LEVEL SECURITY;
ALTER TABLE photo_tags FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON photo_tags USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- They go with what they name.
CREATE FUNCTION forget_photo_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM photo_tags WHERE club_id = OLD.club_id AND kind = TG_ARGV[0] AND subject_id = OLD.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER photo_tags AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION forget_photo_tags('ride');
CREATE TRIGGER photo_tags AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION forget_photo_tags('park');
