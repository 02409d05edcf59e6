-- Deletes the search data of the given video games. A word that no other video game has is deleted from the vocabulary, together with its
-- deletions.
CREATE OR REPLACE FUNCTION delete_video_game_words(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- The words are locked in a fixed order, so that two transactions do not block each other.
    PERFORM FROM video_game_vocabulary v WHERE (v.club_id, v.word) IN (
        SELECT n.club_id, word
        FROM video_games t JOIN video_game_names n ON n.club_id = t.club_id AND n.video_game_id = t.id,
            unnest(string_to_array(n.key, ' ')) AS word
        WHERE t.id = ANY (ids)
    ) ORDER BY v.word, v.club_id FOR UPDATE;
    UPDATE video_game_vocabulary v SET video_games = v.video_games - gone.video_games FROM (
        SELECT n.club_id, word, count(DISTINCT t.id) AS video_games
        FROM video_games t JOIN video_game_names n ON n.club_id = t.club_id AND n.video_game_id = t.id,
            unnest(string_to_array(n.key, ' ')) AS word
        WHERE t.id = ANY (ids) GROUP BY n.club_id, word
    ) gone WHERE v.club_id = gone.club_id AND v.word = gone.word;
    DELETE FROM video_game_vocabulary v
        USING video_games t, video_game_names n, unnest(string_to_array(n.key, ' ')) AS gone (word)
        WHERE t.id = ANY (ids) AND n.club_id = t.club_id AND n.video_game_id = t.id
            AND v.club_id = n.club_id AND v.word = gone.word AND v.video_games <= 0;
    DELETE FROM video_game_words w USING video_games t WHERE t.id = ANY (ids) AND w.club_id = t.club_id AND w.video_game_id = t.id;
    DELETE FROM video_game_names n USING video_games t WHERE t.id = ANY (ids) AND n.club_id = t.club_id AND n.video_game_id = t.id;
END
$$;
