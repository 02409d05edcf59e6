-- additive
-- What others make of a photo: they like it, talk about it, report it.

CREATE TABLE likes (
    club_id bigint NOT NULL,
    photo_id bigint NOT NULL,
    member_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, photo_id, member_id),
    CONSTRAINT likes_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT likes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX likes_by ON likes (club_id, member_id);
ALTER TABLE likes ENABLE ROW LEVEL SECURITY;
ALTER TABLE likes FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON likes USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);
-- Kept with each like, so that a page of photos counts nothing.
ALTER TABLE photos ADD COLUMN likes integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT photos_likes_form CHECK (likes >= 0);

ALTER TABLE reports
    ALTER COLUMN line_id DROP NOT NULL,
    ADD COLUMN photo_id bigint,
    ADD CONSTRAINT reports_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    ADD CONSTRAINT reports_photo_once UNIQUE (club_id, photo_id, member_id),
    ADD CONSTRAINT reports_subject CHECK (num_nonnulls(line_id, photo_id) = 1);
CREATE INDEX reports_open_photos ON reports (club_id, photo_id) WHERE verdict IS NULL AND photo_id IS NOT NULL;
