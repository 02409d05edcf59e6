-- Replaces the names and words of a video game in the search index. Runs after its name or its other names have changed.
CREATE OR REPLACE FUNCTION update_words_of_video_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM delete_video_game_words(ARRAY[NEW.id]);
    PERFORM add_video_game_words(ARRAY[NEW.id]);
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER renamed AFTER UPDATE OF name, other_names ON video_games FOR EACH ROW
    WHEN (old.name IS DISTINCT FROM new.name OR old.other_names IS DISTINCT FROM new.other_names)
    EXECUTE FUNCTION update_words_of_video_game();
