-- Deletes the answers, messages and notices of a riddle. Runs when `erased_at` is set, because a withdrawn riddle is on nobody's list any
-- more, or because its sender has left. The riddle itself stays for the points.
CREATE OR REPLACE FUNCTION delete_riddle_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM riddle_answers WHERE (club_id, member_id, riddle_id) IN (
        SELECT club_id, member_id, riddle_id FROM riddle_plays p WHERE p.club_id = NEW.club_id AND p.riddle_id = NEW.id);
    DELETE FROM messages WHERE club_id = NEW.club_id AND room_kind = 'riddle' AND room_number = NEW.id;
    DELETE FROM notices WHERE club_id = NEW.club_id AND subject_id = NEW.id
        AND kind IN ('riddlejudged', 'riddletimed', 'riddledone', 'riddlenudge', 'riddledispute', 'riddledecided');
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER delete_contents AFTER UPDATE OF erased_at ON riddles FOR EACH ROW
    WHEN (old.erased_at IS NULL AND new.erased_at IS NOT NULL)
    EXECUTE FUNCTION delete_riddle_contents();
