-- Searches video games by name. Returns at most `most` video games, the best match first; `near` is higher for a better match. If at least
-- five names start with `asked`, as while somebody types, these are the result. Otherwise the function finds names that share the rarest
-- words with `asked`, or words with small typing errors, and compares the whole names.
CREATE OR REPLACE FUNCTION find_video_games(asked text, most integer) RETURNS TABLE(video_game_id bigint, near real)
LANGUAGE plpgsql STABLE SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    wanted text := video_game_key(asked);
    beyond text := wanted || chr(1114111);
    words text[] := (string_to_array(wanted, ' '))[:12];
    joints text[] := video_game_joints(array_to_string(words, ' '));
    -- The words and the parts of words that are in the name of at least one video game.
    there text[];
BEGIN
    IF wanted = '' THEN RETURN; END IF;
    IF (SELECT count(*) FROM (SELECT FROM video_game_names WHERE key >= wanted AND key < beyond LIMIT 5) five) = 5 THEN
        RETURN QUERY SELECT n.video_game_id, max(CASE WHEN n.key = wanted THEN 2 ELSE 1 END)::real AS near FROM (
            SELECT video_game_id, key, popularity FROM video_game_names WHERE key >= wanted AND key < beyond
            ORDER BY key LIMIT greatest(100, 4 * most)
        ) n GROUP BY n.video_game_id ORDER BY near DESC, max(n.popularity) DESC, n.video_game_id LIMIT most;
        RETURN;
    END IF;
    -- The condition compares with an array, so that PostgreSQL looks up each element in an index. Otherwise it would read the
    -- whole vocabulary.
    there := ARRAY(SELECT DISTINCT v.word FROM video_game_vocabulary v WHERE v.word = ANY (ARRAY(
        SELECT unnest(ARRAY[t.word, left(t.word, n), substr(t.word, n + 1)])
        FROM unnest(words) AS t (word), generate_series(2, greatest(2, length(t.word) - 1)) AS n)));
    RETURN QUERY
    WITH close AS (
        SELECT t.place, s.word, levenshtein(t.word, s.word) AS mistakes, length(t.word) AS letters
        FROM unnest(words) WITH ORDINALITY AS t (word, place)
        CROSS JOIN LATERAL (SELECT word_deletions(t.word) AS deletions OFFSET 0) w
        CROSS JOIN LATERAL (SELECT DISTINCT s.word FROM video_game_word_deletions s WHERE s.deletion = ANY (w.deletions)) s
        UNION ALL
        -- The last word may be incomplete.
        (SELECT cardinality(words), v.word, 1, 4 FROM video_game_vocabulary v
            WHERE v.word > words[cardinality(words)] AND v.word < words[cardinality(words)] || chr(1114111)
            AND length(words[cardinality(words)]) > 1 LIMIT 30)
    ), known AS MATERIALIZED (
        SELECT c.place, c.word, 1 - min(c.mistakes::real / (c.letters + 1)) AS weight, sum(v.video_games) AS video_games
        FROM close c JOIN video_game_vocabulary v ON v.word = c.word WHERE c.mistakes <= CASE WHEN c.letters < 9 THEN 2 ELSE 4 END
        GROUP BY c.place, c.word
        UNION ALL
        SELECT t.place, t.word, 0.9, 1 FROM unnest(joints) WITH ORDINALITY AS t (word, place)
        UNION ALL
        -- A word that no video game has may be two words of a name, written as one.
        SELECT t.place, t.word, 1, 1 FROM unnest(words) WITH ORDINALITY AS t (word, place) WHERE t.word <> ALL (there)
        UNION ALL
        -- Or it is two words with a wrong letter, or no letter, instead of the space between them.
        SELECT 100 * t.place + side.n, side.word, 0.9, v.video_games
        FROM unnest(words) WITH ORDINALITY AS t (word, place)
        CROSS JOIN generate_series(2, 39) AS cut (letters) CROSS JOIN generate_series(0, 1) AS gap (letters)
        CROSS JOIN LATERAL (VALUES (1, left(t.word, cut.letters)), (2, substr(t.word, cut.letters + 1 + gap.letters))) AS side (n, word)
        JOIN video_game_vocabulary v ON v.word = side.word
        WHERE t.word <> ALL (there) AND length(t.word) > 5 AND cut.letters < length(t.word)
            AND left(t.word, cut.letters) = ANY (there || '{the,an}') AND substr(t.word, cut.letters + 1 + gap.letters) = ANY (there)
    ), rarest AS (
        SELECT k.* FROM known k JOIN (
            SELECT place, sum(sum(video_games)) OVER (ORDER BY sum(video_games), place) - sum(video_games) AS before
            FROM known GROUP BY place
        ) p ON p.place = k.place WHERE p.before < 2000
    ), scored AS (
        SELECT p.club_id, p.video_game_id, sum(r.weight * ln(2 + 1000000 / (r.video_games + 1))) AS score
        FROM rarest r CROSS JOIN LATERAL (SELECT w.club_id, w.video_game_id FROM video_game_words w WHERE w.word = r.word LIMIT 10000) p
        GROUP BY p.club_id, p.video_game_id ORDER BY score DESC LIMIT 300
    ), likened AS (
        SELECT s.video_game_id, (max(greatest(
                1 - levenshtein(wanted, n.key)::real / greatest(length(n.key), length(wanted)),
                1 - levenshtein(wanted, 'the ' || n.key)::real / greatest(length(n.key) + 4, length(wanted)),
                0.95 - levenshtein(wanted, left(n.key, length(wanted)))::real / length(wanted)))
            + 0.3 * s.score / max(max(s.score)) OVER ())::real AS near
        FROM scored s JOIN video_game_names n ON n.club_id = s.club_id AND n.video_game_id = s.video_game_id
        GROUP BY s.video_game_id, s.score
    )
    -- A video game that matches much less well than the best one is left out.
    SELECT l.video_game_id, l.near
    FROM (SELECT *, max(near) OVER () AS nearest FROM likened) l JOIN video_games t ON t.id = l.video_game_id
    WHERE l.near > 0.6 * l.nearest ORDER BY l.near DESC, t.popularity DESC, l.video_game_id LIMIT most;
END
$$;
