-- The room of a line is two plain columns instead of one text. Under row-level security, PostgreSQL 15.20 does not use an index for a
-- condition that puts the text together from another table's column, as in `l.room = 'photo:' || p.id::text`.
-- Servers that use the column `room` cannot run on this schema.

ALTER TABLE lines
    ALTER COLUMN room_kind DROP EXPRESSION,
    -- 0 if there is only one room of the kind.
    ADD COLUMN room_number bigint NOT NULL DEFAULT 0;
UPDATE lines SET room_number = split_part(room, ':', 2)::bigint WHERE room LIKE '%:%';
ALTER TABLE lines
    ALTER COLUMN room_kind SET NOT NULL,
    ALTER COLUMN room_number DROP DEFAULT,
    -- This drops its indexes and constraints, too.
    DROP COLUMN room,
    ADD CONSTRAINT lines_room CHECK (room_kind ~ '^[a-z]+$' AND room_number >= 0),
    ADD CONSTRAINT lines_sent_once UNIQUE (club_id, room_kind, room_number, member_id, nonce);
CREATE INDEX lines_of_a_room ON lines (club_id, room_kind, room_number, id);
CREATE INDEX lines_unfolded ON lines (club_id, id) WHERE room_kind = 'conversation' AND folded IS NULL;

CREATE OR REPLACE FUNCTION forget_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM lines WHERE club_id = OLD.club_id AND room_kind = TG_ARGV[0] AND room_number = OLD.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION forget_riddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM riddle_answers WHERE (club_id, member_id, riddle_id) IN (
        SELECT club_id, member_id, riddle_id FROM riddle_plays p WHERE p.club_id = NEW.club_id AND p.riddle_id = NEW.id);
    DELETE FROM lines WHERE club_id = NEW.club_id AND room_kind = 'riddle' AND room_number = NEW.id;
    DELETE FROM notices WHERE club_id = NEW.club_id AND subject_id = NEW.id
        AND kind IN ('riddlejudged', 'riddletimed', 'riddledone', 'riddlenudge', 'riddledispute', 'riddlesettled');
    RETURN NULL;
END
$$;
