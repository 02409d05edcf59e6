-- Copies the popularity of a video game to its names in the search index. Runs after the popularity has changed.
CREATE OR REPLACE FUNCTION update_name_popularity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE video_game_names SET popularity = NEW.popularity WHERE club_id = NEW.club_id AND video_game_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER known AFTER UPDATE OF popularity ON video_games FOR EACH ROW WHEN (old.popularity <> new.popularity)
    EXECUTE FUNCTION update_name_popularity();
