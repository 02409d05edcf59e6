-- Stores the search data of the given video games: their names, the words of the names, and the vocabulary of all words with their
-- deletions. The video games must not have any search data yet.
CREATE OR REPLACE FUNCTION add_video_game_words(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO video_game_names (video_game_id, club_id, key, popularity)
        SELECT DISTINCT t.id, t.club_id, video_game_key(called), t.popularity
        FROM video_games t, unnest(t.name || t.other_names) AS called
        WHERE t.id = ANY (ids) AND video_game_key(called) <> '';
    INSERT INTO video_game_words (word, video_game_id, club_id)
        SELECT DISTINCT word, n.video_game_id, n.club_id
        FROM video_games t JOIN video_game_names n ON n.club_id = t.club_id AND n.video_game_id = t.id,
            unnest(string_to_array(n.key, ' ') || video_game_joints(n.key)) AS word
        WHERE t.id = ANY (ids);
    INSERT INTO video_game_vocabulary AS v (word, club_id, video_games)
        SELECT word, n.club_id, count(DISTINCT n.video_game_id)
        FROM video_games t JOIN video_game_names n ON n.club_id = t.club_id AND n.video_game_id = t.id,
            unnest(string_to_array(n.key, ' ')) AS word
        WHERE t.id = ANY (ids) GROUP BY word, n.club_id ORDER BY word, n.club_id
        ON CONFLICT (club_id, word) DO UPDATE SET video_games = v.video_games + excluded.video_games;
    INSERT INTO video_game_word_deletions (deletion, word, club_id)
        SELECT DISTINCT deletion, v.word, v.club_id FROM (
            SELECT DISTINCT word, n.club_id
            FROM video_games t JOIN video_game_names n ON n.club_id = t.club_id AND n.video_game_id = t.id,
                unnest(string_to_array(n.key, ' ')) AS word
            WHERE t.id = ANY (ids)
        ) v, unnest(word_deletions(v.word)) AS deletion
        WHERE NOT EXISTS (SELECT FROM video_game_word_deletions s WHERE s.deletion = v.word AND s.word = v.word AND s.club_id = v.club_id)
        ORDER BY deletion, v.word, v.club_id
        ON CONFLICT (club_id, word, deletion) DO NOTHING;
END
$$;
