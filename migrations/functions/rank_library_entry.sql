-- Keeps the numbers of finished video games and of reviews in `library_leaderboard_totals` up to date. A review is a note about a finished
-- game. Runs after a library entry is added or deleted, and after an update of its list, its `active_on`, or whether it has a note.
CREATE OR REPLACE FUNCTION rank_library_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        IF OLD.state = 'finished' THEN PERFORM rank_library(OLD.club_id, OLD.member_id, 'finished', finished_in(OLD), -1); END IF;
        IF OLD.state = 'finished' AND OLD.note <> '' THEN
            PERFORM rank_library(OLD.club_id, OLD.member_id, 'reviews', 0::smallint, -1);
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        IF NEW.state = 'finished' THEN PERFORM rank_library(NEW.club_id, NEW.member_id, 'finished', finished_in(NEW), 1); END IF;
        IF NEW.state = 'finished' AND NEW.note <> '' THEN
            PERFORM rank_library(NEW.club_id, NEW.member_id, 'reviews', 0::smallint, 1);
        END IF;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER rank AFTER INSERT OR DELETE ON library_entries FOR EACH ROW EXECUTE FUNCTION rank_library_entry();

CREATE OR REPLACE TRIGGER rank_changed AFTER UPDATE ON library_entries FOR EACH ROW
    WHEN (old.state IS DISTINCT FROM new.state OR old.active_on IS DISTINCT FROM new.active_on
        OR (old.note <> ''::text) IS DISTINCT FROM (new.note <> ''::text))
    EXECUTE FUNCTION rank_library_entry();
