-- Stores the member's last activity with a video game, which followers can see. Runs before a library entry is added, and before its list
-- or rating is updated.
CREATE OR REPLACE FUNCTION note_library_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state IN ('plays', 'again', 'finished') AND (TG_OP = 'INSERT' OR NEW.state <> OLD.state) THEN
        NEW.news := CASE NEW.state WHEN 'finished' THEN 'finished' ELSE 'started' END;
        NEW.news_at := now();
    ELSIF NEW.rating IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.rating IS DISTINCT FROM OLD.rating) THEN
        NEW.news := 'rated';
        NEW.news_at := now();
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER news BEFORE INSERT OR UPDATE OF state, rating ON library_entries FOR EACH ROW
    EXECUTE FUNCTION note_library_news();
