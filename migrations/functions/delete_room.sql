-- Deletes the messages of a chat room. Runs after the thing that the room belongs to is deleted. The argument of the trigger is the kind of
-- the room. During the deletion nobody can write in the room, because the statement that adds a message locks the thing (FOR KEY SHARE).
CREATE OR REPLACE FUNCTION delete_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM messages WHERE club_id = OLD.club_id AND room_kind = TG_ARGV[0] AND room_number = OLD.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER room AFTER DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION delete_room('conversation');

CREATE OR REPLACE TRIGGER room AFTER DELETE ON games FOR EACH ROW EXECUTE FUNCTION delete_room('game');

CREATE OR REPLACE TRIGGER room AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION delete_room('photo');

CREATE OR REPLACE TRIGGER room AFTER DELETE ON riddles FOR EACH ROW EXECUTE FUNCTION delete_room('riddle');

CREATE OR REPLACE TRIGGER room AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION delete_room('ride');

CREATE OR REPLACE TRIGGER room AFTER DELETE ON video_games FOR EACH ROW EXECUTE FUNCTION delete_room('video_game');
