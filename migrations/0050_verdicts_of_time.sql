-- additive
-- A verdict that nobody gave in time is told, too: that notice goes with its riddle like the others.

CREATE OR REPLACE FUNCTION forget_riddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM riddle_answers WHERE (club_id, member_id, riddle_id) IN (
        SELECT club_id, member_id, riddle_id FROM riddle_plays p WHERE p.club_id = NEW.club_id AND p.riddle_id = NEW.id);
    DELETE FROM lines WHERE club_id = NEW.club_id AND room = 'riddle:' || NEW.id::text;
    DELETE FROM notices WHERE club_id = NEW.club_id AND subject_id = NEW.id
        AND kind IN ('riddlejudged', 'riddletimed', 'riddledone', 'riddlenudge', 'riddledispute', 'riddlesettled');
    RETURN NULL;
END
$$;
CREATE TRIGGER notices_of_time AFTER DELETE ON riddles FOR EACH ROW EXECUTE FUNCTION forget_notices('riddletimed');
