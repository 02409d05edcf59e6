-- additive
-- Titles are found by slips in some milliseconds again. Since PostgreSQL 15.20, row-level security keeps a condition from the index that calls
-- a function on another table's column, unless a subquery computes it (OFFSET 0): half a million titles took 20 seconds.

CREATE OR REPLACE FUNCTION find_titles(asked text, most integer) RETURNS TABLE (title_id bigint, near real) LANGUAGE plpgsql STABLE
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    wanted text := title_key(asked);
    beyond text := wanted || chr(1114111);
    words text[] := (string_to_array(wanted, ' '))[:12];
    joints text[] := title_joints(array_to_string(words, ' '));
    -- Of the words, and of what they may be put together from, those that some title has.
    there text[];
BEGIN
    IF wanted = '' THEN RETURN; END IF;
    IF (SELECT count(*) FROM (SELECT FROM title_names WHERE key >= wanted AND key < beyond LIMIT 5) five) = 5 THEN
        RETURN QUERY SELECT n.title_id, max(CASE WHEN n.key = wanted THEN 2 ELSE 1 END)::real AS near FROM (
            SELECT title_id, key, popularity FROM title_names WHERE key >= wanted AND key < beyond
            ORDER BY key LIMIT greatest(100, 4 * most)
        ) n GROUP BY n.title_id ORDER BY near DESC, max(n.popularity) DESC, n.title_id LIMIT most;
        RETURN;
    END IF;
    -- By equality with a list, which an index finds one by one: asked of each cut by itself, the whole vocabulary would be read.
    there := ARRAY(SELECT DISTINCT v.word FROM title_vocabulary v WHERE v.word = ANY (ARRAY(
        SELECT unnest(ARRAY[t.word, left(t.word, n), substr(t.word, n + 1)])
        FROM unnest(words) AS t (word), generate_series(2, greatest(2, length(t.word) - 1)) AS n)));
    RETURN QUERY
    WITH close AS (
        SELECT t.place, s.word, levenshtein(t.word, s.word) AS slips, length(t.word) AS letters
        FROM unnest(words) WITH ORDINALITY AS t (word, place)
        CROSS JOIN LATERAL (SELECT word_slips(t.word) AS slips OFFSET 0) w
        CROSS JOIN LATERAL (SELECT DISTINCT s.word FROM title_slips s WHERE s.slip = ANY (w.slips)) s
        UNION ALL
        -- The last word may not be there as a whole.
        (SELECT cardinality(words), v.word, 1, 4 FROM title_vocabulary v
            WHERE v.word > words[cardinality(words)] AND v.word < words[cardinality(words)] || chr(1114111)
            AND length(words[cardinality(words)]) > 1 LIMIT 30)
    ), known AS MATERIALIZED (
        SELECT c.place, c.word, 1 - min(c.slips::real / (c.letters + 1)) AS weight, sum(v.titles) AS titles
        FROM close c JOIN title_vocabulary v ON v.word = c.word WHERE c.slips <= CASE WHEN c.letters < 9 THEN 2 ELSE 4 END
        GROUP BY c.place, c.word
        UNION ALL
        SELECT t.place, t.word, 0.9, 1 FROM unnest(joints) WITH ORDINALITY AS t (word, place)
        UNION ALL
        -- What is no word may be two of a title.
        SELECT t.place, t.word, 1, 1 FROM unnest(words) WITH ORDINALITY AS t (word, place) WHERE t.word <> ALL (there)
        UNION ALL
        -- Or it is two with a letter for the blank between them, or with none.
        SELECT 100 * t.place + side.n, side.word, 0.9, v.titles
        FROM unnest(words) WITH ORDINALITY AS t (word, place)
        CROSS JOIN generate_series(2, 39) AS cut (letters) CROSS JOIN generate_series(0, 1) AS gap (letters)
        CROSS JOIN LATERAL (VALUES (1, left(t.word, cut.letters)), (2, substr(t.word, cut.letters + 1 + gap.letters))) AS side (n, word)
        JOIN title_vocabulary v ON v.word = side.word
        WHERE t.word <> ALL (there) AND length(t.word) > 5 AND cut.letters < length(t.word)
            AND left(t.word, cut.letters) = ANY (there || '{the,an}') AND substr(t.word, cut.letters + 1 + gap.letters) = ANY (there)
    ), rarest AS (
        SELECT k.* FROM known k JOIN (
            SELECT place, sum(sum(titles)) OVER (ORDER BY sum(titles), place) - sum(titles) AS before FROM known GROUP BY place
        ) p ON p.place = k.place WHERE p.before < 2000
    ), scored AS (
        SELECT p.title_id, sum(r.weight * ln(2 + 1000000 / (r.titles + 1))) AS score
        FROM rarest r CROSS JOIN LATERAL (SELECT w.title_id FROM title_words w WHERE w.word = r.word LIMIT 10000) p
        GROUP BY p.title_id ORDER BY score DESC LIMIT 300
    ), likened AS (
        SELECT s.title_id, (max(greatest(
                1 - levenshtein(wanted, n.key)::real / greatest(length(n.key), length(wanted)),
                1 - levenshtein(wanted, 'the ' || n.key)::real / greatest(length(n.key) + 4, length(wanted)),
                0.95 - levenshtein(wanted, left(n.key, length(wanted)))::real / length(wanted)))
            + 0.3 * s.score / max(max(s.score)) OVER ())::real AS near
        FROM scored s JOIN title_names n ON n.title_id = s.title_id
        GROUP BY s.title_id, s.score
    )
    -- Much less near than the nearest is something else.
    SELECT l.title_id, l.near FROM (SELECT *, max(near) OVER () AS nearest FROM likened) l JOIN titles t ON t.id = l.title_id
    WHERE l.near > 0.6 * l.nearest ORDER BY l.near DESC, t.popularity DESC, l.title_id LIMIT most;
END
$$;
