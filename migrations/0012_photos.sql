-- additive
-- Photos live in the database: as they are shown, large and small; the original is not kept.

CREATE TABLE photos (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- SHA-256 of what was sent: the same photo sent twice is one.
    digest bytea NOT NULL,
    caption text NOT NULL DEFAULT '',
    -- What is to be seen, for whoever cannot see it.
    description text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT photos_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT photos_once UNIQUE (club_id, member_id, digest),
    CONSTRAINT photos_digest_form CHECK (octet_length(digest) = 32),
    CONSTRAINT photos_caption_form CHECK (length(caption) <= 300),
    CONSTRAINT photos_description_form CHECK (length(description) <= 300)
);
CREATE INDEX photos_of_a_member ON photos (club_id, member_id, id);

CREATE TABLE photo_files (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    -- `large`: the longest side 1600 pixels at most; `small`: 320.
    size text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- WebP.
    data bytea NOT NULL,
    PRIMARY KEY (club_id, photo_id, size),
    FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT photo_files_size_form CHECK (size IN ('large', 'small')),
    CONSTRAINT photo_files_form CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600 AND octet_length(data) BETWEEN 1 AND 4194304)
);
-- Not compressed, which it is already, so that a part can be read without the whole.
ALTER TABLE photo_files ALTER COLUMN data SET STORAGE EXTERNAL;

-- The face beside a member's name.
ALTER TABLE members ADD COLUMN photo_id bigint,
    ADD CONSTRAINT members_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id);
CREATE INDEX members_with_a_photo ON members (club_id, photo_id) WHERE photo_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['photos', 'photo_files'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
