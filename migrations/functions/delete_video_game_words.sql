-- Deletes the search data of the given video games. A word that no other video game has is deleted from the vocabulary, together with its
-- deletions.
CREATE OR REPLACE FUNCTION delete_video_game_words(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- The words are locked in a fixed order, so that two transactions do not block each other.
    PERFORM FROM video_game_vocabulary v WHERE (v.word, v.club_id) IN (
        SELECT word, n.club_id FROM video_game_names n, unnest(string_to_array(n.key, ' ')) AS word WHERE n.video_game_id = ANY (ids)
    ) ORDER BY v.word, v.club_id FOR UPDATE;
    UPDATE video_game_vocabulary v SET video_games = v.video_games - gone.video_games FROM (
        SELECT word, n.club_id, count(DISTINCT n.video_game_id) AS video_games
        FROM video_game_names n, unnest(string_to_array(n.key, ' ')) AS word
        WHERE n.video_game_id = ANY (ids) GROUP BY word, n.club_id
    ) gone WHERE v.word = gone.word AND v.club_id = gone.club_id;
    DELETE FROM video_game_vocabulary v USING video_game_names n, unnest(string_to_array(n.key, ' ')) AS gone (word)
        WHERE n.video_game_id = ANY (ids) AND v.word = gone.word AND v.club_id = n.club_id AND v.video_games <= 0;
    DELETE FROM video_game_words WHERE video_game_id = ANY (ids);
    DELETE FROM video_game_names WHERE video_game_id = ANY (ids);
END
$$;
