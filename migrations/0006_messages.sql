-- This file contains the messages of all chat rooms, with their reports and removals.

-- A text, a photo or a card that a member has written in a chat room. If a browser sends a message again with the same idempotency key, it
-- is stored once.
CREATE TABLE messages (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    text text NOT NULL,
    -- A random text from the browser.
    idempotency_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When the message was removed. NULL if it is visible. The text of a removed message is deleted when the message can no longer be
    -- restored.
    removed_at timestamptz,
    -- Whether an admin, or the host of the chat room, has removed the message. Its author cannot restore it then.
    is_removed_by_other boolean NOT NULL DEFAULT false,
    -- A photo that was sent in the message.
    photo_id bigint,
    -- The text as the function `fold` returns it, for the search in conversations. NULL in other chat rooms. If it is missing in a
    -- conversation, the scheduled cleanup stores it.
    folded text,
    -- The kind of the chat room, such as `game`. Kind and number are two columns because, under row-level security, PostgreSQL uses no
    -- index for a condition that puts one text together from columns of another table.
    room_kind text NOT NULL,
    -- A card is a link to something in the club, such as a video game. The three columns have its address below the club's path, and its
    -- name and description when the message was sent. They are NULL if there is no card.
    card_path text,
    card_name text,
    card_words text,
    -- The id of the thing that the chat room belongs to. 0 if there is only one room of the kind.
    room_number bigint NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT messages_sent_once UNIQUE (club_id, room_kind, room_number, member_id, idempotency_key),
    CONSTRAINT messages_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT messages_picture FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id),
    CONSTRAINT messages_card_form
        CHECK (card_path IS NULL AND card_name IS NULL AND card_words IS NULL
        OR length(card_path) <= 200 AND length(card_name) BETWEEN 1 AND 200 AND length(card_words) <= 500),
    CONSTRAINT messages_nonce_form CHECK (length(idempotency_key) BETWEEN 1 AND 64),
    CONSTRAINT messages_removal CHECK (removed_at IS NOT NULL OR NOT is_removed_by_other),
    CONSTRAINT messages_room CHECK (room_kind ~ '^[a-z_]+$' AND room_number >= 0),
    -- The server limits the length to `ChatMessage.maxLength` UTF-16 code units, which are never fewer than the characters counted here.
    CONSTRAINT messages_text_form CHECK (length(text) <= 500)
);
CREATE INDEX messages_age ON messages (club_id, room_kind, created_at);
CREATE INDEX messages_of_a_member ON messages (club_id, member_id, id);
CREATE INDEX messages_of_a_room ON messages (club_id, room_kind, room_number, id);
CREATE INDEX messages_picture ON messages (club_id, photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX messages_to_forget ON messages (club_id, removed_at) WHERE removed_at IS NOT NULL AND (text <> '' OR photo_id IS NOT NULL);
CREATE INDEX messages_unfolded ON messages (club_id, id) WHERE room_kind = 'conversation' AND folded IS NULL;
SELECT protect_club_table('messages');

-- A message or a photo that a member wants an admin to look at.
CREATE TABLE reports (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- NULL if the report is about a photo.
    message_id bigint,
    -- The member who made the report.
    member_id bigint NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The decision of an admin. NULL if no admin has decided yet.
    verdict text,
    decided_at timestamptz,
    decided_by bigint,
    -- NULL if the report is about a message.
    photo_id bigint,
    PRIMARY KEY (club_id, id),
    CONSTRAINT reports_once UNIQUE (club_id, message_id, member_id),
    CONSTRAINT reports_photo_once UNIQUE (club_id, photo_id, member_id),
    CONSTRAINT reports_club_id_decided_by_fkey FOREIGN KEY (club_id, decided_by) REFERENCES members,
    CONSTRAINT reports_club_id_line_id_fkey FOREIGN KEY (club_id, message_id) REFERENCES messages ON DELETE CASCADE,
    CONSTRAINT reports_club_id_member_id_fkey FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT reports_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT reports_decision CHECK (num_nonnulls(verdict, decided_at, decided_by) = ANY (ARRAY[0, 3])),
    CONSTRAINT reports_reason_form CHECK (reason IN ('unkind', 'spam', 'private', 'other')),
    CONSTRAINT reports_subject CHECK (num_nonnulls(message_id, photo_id) = 1),
    CONSTRAINT reports_verdict_form CHECK (verdict IN ('removed', 'kept'))
);
CREATE INDEX reports_by ON reports (club_id, member_id);
CREATE INDEX reports_decided ON reports (club_id, decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX reports_open ON reports (club_id, message_id) WHERE verdict IS NULL;
CREATE INDEX reports_open_photos ON reports (club_id, photo_id) WHERE verdict IS NULL AND photo_id IS NOT NULL;
SELECT protect_club_table('reports');

-- A message or a photo that an admin has removed. An admin can restore it for 30 days, then it is deleted.
CREATE TABLE removals (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- NULL if a photo was removed.
    message_id bigint,
    -- NULL if a message was removed.
    photo_id bigint,
    -- The audience of the photo before the removal. NULL for a message.
    audience text,
    -- The admin. NULL if the admin is a former member.
    removed_by bigint,
    removed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT removals_of_a_line UNIQUE (club_id, message_id),
    CONSTRAINT removals_of_a_photo UNIQUE (club_id, photo_id),
    CONSTRAINT removals_line FOREIGN KEY (club_id, message_id) REFERENCES messages ON DELETE CASCADE,
    CONSTRAINT removals_member FOREIGN KEY (club_id, removed_by) REFERENCES members ON DELETE SET NULL (removed_by),
    CONSTRAINT removals_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT removals_audience CHECK ((audience IS NOT NULL) = (photo_id IS NOT NULL) AND audience IN ('club', 'friends', 'me')),
    CONSTRAINT removals_subject CHECK (num_nonnulls(message_id, photo_id) = 1)
);
CREATE INDEX removals_by ON removals (club_id, removed_by, id) WHERE removed_by IS NOT NULL;
CREATE INDEX removals_due ON removals (club_id, removed_at);
SELECT protect_club_table('removals');
