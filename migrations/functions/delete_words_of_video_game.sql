-- Deletes the search data of a video game. Runs before the video game is deleted.
CREATE OR REPLACE FUNCTION delete_words_of_video_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM delete_video_game_words(ARRAY[OLD.id]);
    RETURN OLD;
END
$$;

CREATE OR REPLACE TRIGGER forgotten BEFORE DELETE ON video_games FOR EACH ROW EXECUTE FUNCTION delete_words_of_video_game();
