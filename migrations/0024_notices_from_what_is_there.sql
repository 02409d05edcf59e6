-- A notice of comments or likes says what is there when it is read: nothing is counted twice, nor kept when it is gone.
ALTER TABLE notices
    -- The first comment that the member had not heard of; null for notices from before.
    ADD COLUMN line_id bigint,
    DROP COLUMN events;

-- What was read while one told of it: what is read in between is not told of later.
ALTER TABLE conversation_sides ADD COLUMN told_line bigint NOT NULL DEFAULT 0;
UPDATE conversation_sides SET told_line = read_line;

-- Followers are read by key, too.
DROP INDEX follows_of;
CREATE INDEX follows_of ON follows (club_id, followed_id, member_id);
