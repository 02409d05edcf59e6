-- additive
-- What an admin takes out is hidden, can be brought back for 30 days, and is gone after them. What somebody takes back themselves is seen by
-- nobody from then on, and its words are forgotten after a day.

CREATE TABLE removals (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    line_id bigint,
    photo_id bigint,
    -- Who saw the photo before.
    audience text,
    -- Null: a former member.
    removed_by bigint,
    removed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT removals_line FOREIGN KEY (club_id, line_id) REFERENCES lines ON DELETE CASCADE,
    CONSTRAINT removals_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT removals_member FOREIGN KEY (club_id, removed_by) REFERENCES members ON DELETE SET NULL (removed_by),
    CONSTRAINT removals_of_a_line UNIQUE (club_id, line_id),
    CONSTRAINT removals_of_a_photo UNIQUE (club_id, photo_id),
    CONSTRAINT removals_subject CHECK (num_nonnulls(line_id, photo_id) = 1),
    CONSTRAINT removals_audience CHECK ((audience IS NOT NULL) = (photo_id IS NOT NULL) AND audience IN ('club', 'friends', 'me'))
);
CREATE INDEX removals_due ON removals (club_id, removed_at);
CREATE INDEX removals_by ON removals (club_id, removed_by, id) WHERE removed_by IS NOT NULL;
ALTER TABLE removals ENABLE ROW LEVEL SECURITY;
ALTER TABLE removals FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON removals USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

ALTER TABLE photos
    DROP CONSTRAINT photos_audience_form,
    ADD CONSTRAINT photos_audience_form CHECK (
        audience IN ('club', 'friends', 'me', 'removed') AND conversation_id IS NULL
            OR audience = 'conversation' AND conversation_id IS NOT NULL);

CREATE INDEX lines_to_forget ON lines (club_id, removed_at) WHERE removed_at IS NOT NULL AND (text <> '' OR picture_id IS NOT NULL);
