-- Stores the search data of new video games. Runs once after each statement that adds video games.
CREATE OR REPLACE FUNCTION add_words_of_new_video_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM add_video_game_words(ARRAY(SELECT id FROM changed));
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER names AFTER INSERT ON video_games REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION add_words_of_new_video_games();
