-- This file contains the private conversations of two members.

-- A private conversation of two members. Its messages are in the table `messages`, in a chat room of the kind `conversation`.
CREATE TABLE conversations (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- The member with the lower id, and the member with the higher id.
    low_member bigint NOT NULL,
    high_member bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT conversations_one_a_pair UNIQUE (club_id, low_member, high_member),
    CONSTRAINT conversations_high FOREIGN KEY (club_id, high_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversations_low FOREIGN KEY (club_id, low_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversations_pair CHECK (low_member < high_member)
);
CREATE INDEX conversations_of_high ON conversations (club_id, high_member);
SELECT protect_club_table('conversations');

-- A conversation as one of its two members sees it: the list of conversations, unread messages and read receipts.
CREATE TABLE conversation_sides (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    conversation_id bigint NOT NULL,
    other_id bigint NOT NULL,
    -- The newest message. NULL if there are no messages.
    last_message_id bigint,
    -- The number of messages of the other member after `read_message_id`, without removed messages.
    unread integer NOT NULL DEFAULT 0,
    -- The last message that the member has read. 0 if there is none.
    read_message_id bigint NOT NULL DEFAULT 0,
    -- When `shown_message_id` last changed. NULL if it has never changed.
    read_at timestamptz,
    -- The last message that the member has read while they shared read receipts. The other member sees this. 0 if there is none.
    shown_message_id bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, conversation_id),
    CONSTRAINT conversation_sides_conversation FOREIGN KEY (club_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
    CONSTRAINT conversation_sides_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversation_sides_other FOREIGN KEY (club_id, other_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT conversation_sides_form CHECK (unread >= 0 AND member_id <> other_id)
) WITH (fillfactor = 80);
CREATE INDEX conversation_sides_inbox ON conversation_sides (club_id, member_id, last_message_id) WHERE last_message_id IS NOT NULL;
CREATE INDEX conversation_sides_of ON conversation_sides (club_id, conversation_id);
CREATE INDEX conversation_sides_unread ON conversation_sides (club_id, member_id) WHERE unread > 0;
CREATE INDEX conversation_sides_with ON conversation_sides (club_id, other_id);
SELECT protect_club_table('conversation_sides');
