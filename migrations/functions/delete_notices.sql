-- Deletes the notices about something that is deleted, such as a photo. Runs after it is deleted. The arguments of the trigger are the
-- kinds of the notices. During the deletion nobody can add such a notice, because the statements that add notices lock the subject (FOR KEY
-- SHARE).
CREATE OR REPLACE FUNCTION delete_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notices WHERE club_id = OLD.club_id AND subject_id = OLD.id AND kind = ANY (TG_ARGV);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER notices AFTER DELETE ON evenings FOR EACH ROW
    EXECUTE FUNCTION delete_notices('evening', 'eveninganswer', 'eveningchosen', 'eveningoff');

CREATE OR REPLACE TRIGGER notices AFTER DELETE ON games FOR EACH ROW EXECUTE FUNCTION delete_notices('accepted');

CREATE OR REPLACE TRIGGER notices AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION delete_notices('comment', 'like');

CREATE OR REPLACE TRIGGER notices AFTER DELETE ON riddles FOR EACH ROW
    EXECUTE FUNCTION delete_notices('riddlejudged', 'riddledone', 'riddlenudge', 'riddledispute', 'riddledecided');

CREATE OR REPLACE TRIGGER notices_of_time AFTER DELETE ON riddles FOR EACH ROW EXECUTE FUNCTION delete_notices('riddletimed');
