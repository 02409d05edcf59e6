-- This file contains photos with their files, tags and likes.

-- A photo that a member shares. Only smaller copies of the uploaded picture are stored, in `photo_files`.
CREATE TABLE photos (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- The SHA-256 hash of the uploaded file. If a member uploads a file again, no second photo is stored.
    digest bytea NOT NULL,
    caption text NOT NULL DEFAULT '',
    -- What the photo shows, for people who cannot see it.
    description text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Who can see the photo. `removed`: an admin has removed it. `conversation`: it was sent in a private conversation.
    audience text NOT NULL DEFAULT 'club',
    -- NULL if the photo was not sent in a private conversation.
    conversation_id bigint,
    -- The number of likes. Each like updates it, so that pages of photos need not count.
    likes integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, id),
    CONSTRAINT photos_conversation FOREIGN KEY (club_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
    CONSTRAINT photos_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT photos_audience_form
        CHECK (audience IN ('club', 'friends', 'me', 'removed') AND conversation_id IS NULL
        OR audience = 'conversation' AND conversation_id IS NOT NULL),
    CONSTRAINT photos_caption_form CHECK (length(caption) <= 300),
    CONSTRAINT photos_description_form CHECK (length(description) <= 300),
    CONSTRAINT photos_digest_form CHECK (octet_length(digest) = 32),
    CONSTRAINT photos_likes_form CHECK (likes >= 0)
);
CREATE INDEX photos_for_friends ON photos (club_id, member_id, id) WHERE audience = 'friends';
CREATE INDEX photos_for_the_club ON photos (club_id, id) WHERE audience = 'club';
CREATE INDEX photos_of_a_conversation ON photos (club_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX photos_of_a_member ON photos (club_id, member_id, id);
CREATE UNIQUE INDEX photos_once ON photos (club_id, member_id, digest, COALESCE(conversation_id, 0::bigint));
SELECT protect_club_table('photos');
ALTER TABLE members ADD CONSTRAINT members_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id);

-- One size of a photo.
CREATE TABLE photo_files (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    -- `large`: the longest side has at most 1600 pixels. `small`: at most 320 pixels. `avatar`: a square of 128 pixels.
    size text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- The file in the WebP format.
    data bytea NOT NULL,
    -- The owner of the photo, in whose storage account the file is counted.
    member_id bigint,
    PRIMARY KEY (club_id, photo_id, size),
    CONSTRAINT photo_files_club_id_photo_id_fkey FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT photo_files_form
        CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600 AND octet_length(data) BETWEEN 1 AND 4194304),
    CONSTRAINT photo_files_size_form CHECK (size IN ('large', 'small', 'avatar'))
);
ALTER TABLE photo_files ALTER COLUMN data SET STORAGE EXTERNAL;
SELECT protect_club_table('photo_files');

-- A tag, which says what a photo shows, such as a ride or a park.
CREATE TABLE photo_tags (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    -- The kind of the subject: `ride` or `park`. The column `subject_id` is the id of the subject.
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    PRIMARY KEY (club_id, kind, subject_id, photo_id),
    CONSTRAINT photo_tags_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT photo_tags_form CHECK (kind ~ '^[a-z]{1,20}$')
);
CREATE INDEX photo_tags_of ON photo_tags (club_id, photo_id);
SELECT protect_club_table('photo_tags');

-- A member likes a photo.
CREATE TABLE likes (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    member_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, photo_id, member_id),
    CONSTRAINT likes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT likes_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE
);
CREATE INDEX likes_by ON likes (club_id, member_id);
SELECT protect_club_table('likes');
