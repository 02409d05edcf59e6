-- Messages between two, and talk under photos: more kinds of rooms in the one table of lines. Servers that do not name a line's room
-- themselves cannot run on beside this.

CREATE TABLE conversations (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    low_member bigint NOT NULL,
    high_member bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT conversations_low FOREIGN KEY (club_id, low_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversations_high FOREIGN KEY (club_id, high_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversations_one_a_pair UNIQUE (club_id, low_member, high_member),
    CONSTRAINT conversations_pair CHECK (low_member < high_member)
);
CREATE INDEX conversations_of_high ON conversations (club_id, high_member);

-- A conversation as each of the two has it.
CREATE TABLE conversation_sides (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    other_id bigint NOT NULL,
    -- The newest line; null: nothing has been said.
    last_line bigint,
    -- Lines of the other after `read_line`.
    unread integer NOT NULL DEFAULT 0,
    read_line bigint NOT NULL DEFAULT 0,
    read_at timestamptz,
    PRIMARY KEY (club_id, member_id, conversation_id),
    CONSTRAINT conversation_sides_conversation FOREIGN KEY (club_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
    CONSTRAINT conversation_sides_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversation_sides_other FOREIGN KEY (club_id, other_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversation_sides_form CHECK (unread >= 0 AND member_id <> other_id)
) WITH (fillfactor = 80);
CREATE INDEX conversation_sides_inbox ON conversation_sides (club_id, member_id, last_line) WHERE last_line IS NOT NULL;
CREATE INDEX conversation_sides_unread ON conversation_sides (club_id, member_id) WHERE unread > 0;
CREATE INDEX conversation_sides_of ON conversation_sides (club_id, conversation_id);
CREATE INDEX conversation_sides_with ON conversation_sides (club_id, other_id);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['conversations', 'conversation_sides'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;

-- A photo may belong to a conversation, and then to nobody else's eyes.
ALTER TABLE photos
    ADD COLUMN conversation_id bigint,
    ADD CONSTRAINT photos_conversation FOREIGN KEY (club_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
    DROP CONSTRAINT photos_audience_form,
    ADD CONSTRAINT photos_audience_form CHECK (
        audience IN ('club', 'friends', 'me') AND conversation_id IS NULL OR audience = 'conversation' AND conversation_id IS NOT NULL),
    DROP CONSTRAINT photos_once;
CREATE UNIQUE INDEX photos_once ON photos (club_id, member_id, digest, coalesce(conversation_id, 0));
CREATE INDEX photos_of_a_conversation ON photos (club_id, conversation_id) WHERE conversation_id IS NOT NULL;
DROP INDEX photos_feed;
CREATE INDEX photos_feed ON photos (club_id, id) WHERE audience IN ('club', 'friends');

-- What is no longer derived is checked: each kind of room to come adds its column, and its name here.
ALTER TABLE lines
    ALTER COLUMN room DROP EXPRESSION,
    ADD COLUMN conversation_id bigint,
    ADD COLUMN photo_id bigint,
    -- A photo that is said, as it were.
    ADD COLUMN picture_id bigint,
    ADD CONSTRAINT lines_conversation FOREIGN KEY (club_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
    ADD CONSTRAINT lines_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    ADD CONSTRAINT lines_picture FOREIGN KEY (club_id, picture_id) REFERENCES photos ON DELETE SET NULL (picture_id),
    ADD CONSTRAINT lines_room CHECK (
        num_nonnulls(game_id, conversation_id, photo_id) <= 1 AND room = CASE
            WHEN game_id IS NOT NULL THEN 'game:' || game_id::text
            WHEN conversation_id IS NOT NULL THEN 'conversation:' || conversation_id::text
            WHEN photo_id IS NOT NULL THEN 'photo:' || photo_id::text
            ELSE 'lobby' END),
    DROP CONSTRAINT lines_text_form,
    -- Empty where a picture says it all.
    ADD CONSTRAINT lines_text_form CHECK (length(text) <= 500);
CREATE INDEX lines_conversation ON lines (club_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX lines_photo ON lines (club_id, photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX lines_picture ON lines (club_id, picture_id) WHERE picture_id IS NOT NULL;
-- What the club forgets after some time: not messages, nor talk under photos.
DROP INDEX lines_age;
CREATE INDEX lines_age ON lines (club_id, created_at) WHERE conversation_id IS NULL AND photo_id IS NULL;

-- Who may write to a member, and whether they tell what they have read (and are told).
ALTER TABLE members
    ADD COLUMN messages_from text NOT NULL DEFAULT 'club',
    ADD COLUMN shows_reading boolean NOT NULL DEFAULT true,
    ADD CONSTRAINT members_messages_from_form CHECK (messages_from IN ('club', 'friends', 'nobody'));
