-- A room is known by its name alone, `photo:12`: each kind of room to come needs no column here, but a trigger `forget_room` on its table.
-- Servers that name a line's game, conversation or photo beside its room cannot run on beside this.

ALTER TABLE lines
    DROP CONSTRAINT lines_room,
    DROP COLUMN game_id,
    DROP COLUMN conversation_id,
    DROP COLUMN photo_id,
    ADD CONSTRAINT lines_room CHECK (room ~ '^[a-z]+(:[0-9]+)?$');

-- What is said of something goes with it. Nothing is said of it meanwhile: whoever says something holds it (`FOR KEY SHARE`).
CREATE FUNCTION forget_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM lines WHERE club_id = OLD.club_id AND room = TG_ARGV[0] || ':' || OLD.id::text;
    RETURN NULL;
END
$$;
CREATE TRIGGER room AFTER DELETE ON games FOR EACH ROW EXECUTE FUNCTION forget_room('game');
CREATE TRIGGER room AFTER DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION forget_room('conversation');
CREATE TRIGGER room AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION forget_room('photo');

-- What the club forgets after some time depends on the kind of room.
CREATE INDEX lines_age ON lines (club_id, split_part(room, ':', 1), created_at);
CREATE INDEX lines_unfolded ON lines (club_id, id) WHERE room LIKE 'conversation:%' AND folded IS NULL;
