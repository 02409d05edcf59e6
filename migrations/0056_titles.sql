-- additive
-- Titles of video games: those of club 0 are everybody's, and what a member adds is their club's. They are found by words that are nearly
-- right, of which the tables behind `find_titles` keep all that is a letter or two away. Rows found by equality, and no index of pg_trgm,
-- whose operators are not leakproof: row-level security would keep it from being used.

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE titles (
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- 0: of all clubs.
    club_id bigint NOT NULL,
    of_club bigint GENERATED ALWAYS AS (nullif(club_id, 0)) STORED,
    name text NOT NULL,
    other_names text[] NOT NULL DEFAULT '{}',
    description text NOT NULL DEFAULT '',
    -- As far as it is known (ISO 8601): 1984, 1984-05 or 1984-05-26.
    released text,
    platforms text[] NOT NULL DEFAULT '{}',
    genres text[] NOT NULL DEFAULT '{}',
    -- Whether one may play alone, and how many may play together or against one another: 0, none; NULL, nobody knows.
    is_alone boolean,
    together smallint,
    against smallint,
    -- To beat it.
    minutes integer,
    links text[] NOT NULL DEFAULT '{}',
    -- Where the facts are from.
    source text NOT NULL DEFAULT '',
    -- How well known it is where it is from, for the order of those that are found alike.
    popularity integer NOT NULL DEFAULT 0,
    -- Who wrote it down. NULL: nobody of a club, or they have left.
    added_by bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT titles_of_a_club UNIQUE (club_id, id),
    CONSTRAINT titles_club FOREIGN KEY (of_club) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT titles_added_by FOREIGN KEY (of_club, added_by) REFERENCES members (club_id, id),
    CONSTRAINT titles_name_form CHECK (length(name) BETWEEN 1 AND 200 AND cardinality(other_names) <= 30),
    CONSTRAINT titles_description_form CHECK (length(description) <= 5000),
    CONSTRAINT titles_released_form CHECK (released ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
    CONSTRAINT titles_lists_form CHECK (cardinality(platforms) <= 50 AND cardinality(genres) <= 30 AND cardinality(links) <= 20),
    CONSTRAINT titles_numbers_form CHECK (together BETWEEN 0 AND 1000 AND against BETWEEN 0 AND 1000 AND minutes BETWEEN 1 AND 600000
        AND popularity >= 0)
);
CREATE INDEX titles_popular ON titles (popularity DESC, id);
CREATE INDEX titles_added ON titles (of_club, added_by) WHERE added_by IS NOT NULL;

-- What a title is called, without what is typed in several ways: see `title_key`.
CREATE TABLE title_names (
    title_id bigint NOT NULL REFERENCES titles ON DELETE CASCADE,
    club_id bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    PRIMARY KEY (title_id, key)
);
CREATE INDEX title_names_key ON title_names (key, title_id);

-- Which titles have a word, or two that follow one another written as one.
CREATE TABLE title_words (
    word text COLLATE "C" NOT NULL,
    title_id bigint NOT NULL,
    club_id bigint NOT NULL,
    PRIMARY KEY (word, title_id) INCLUDE (club_id),
    CONSTRAINT title_words_title FOREIGN KEY (title_id) REFERENCES titles ON DELETE CASCADE
);
CREATE INDEX title_words_of ON title_words (title_id);

-- How many titles have a word, and each way to leave one letter out of it, or two of long ones: a slip is a letter left out of what is
-- typed, or of what was meant, or of both (Garbe 2012, SymSpell).
CREATE TABLE title_vocabulary (
    word text COLLATE "C" NOT NULL,
    club_id bigint NOT NULL,
    of_club bigint GENERATED ALWAYS AS (nullif(club_id, 0)) STORED REFERENCES clubs ON DELETE CASCADE,
    titles integer NOT NULL,
    PRIMARY KEY (word, club_id)
) WITH (fillfactor = 80);
CREATE TABLE title_slips (
    slip text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    club_id bigint NOT NULL,
    PRIMARY KEY (slip, word, club_id),
    CONSTRAINT title_slips_word FOREIGN KEY (word, club_id) REFERENCES title_vocabulary ON DELETE CASCADE
);
CREATE INDEX title_slips_of ON title_slips (word, club_id);
CREATE INDEX title_vocabulary_club ON title_vocabulary (of_club) WHERE of_club IS NOT NULL;

-- A name as it is looked for: without case, accents, signs and articles, numerals as digits, and "S.T.A.R." as one word.
CREATE FUNCTION title_key(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    plain text := regexp_replace(normalize(lower(name), NFKD), '[\u0300-\u036f''’`´]', '', 'g');
    words text[];
BEGIN
    plain := translate(replace(replace(replace(plain, '&', ' and '), 'ß', 'ss'), 'æ', 'ae'), 'øłđı', 'oldi');
    words := array_remove(regexp_split_to_array(regexp_replace(plain, '\m(\w)\.(?=\w(\.|\M))', '\1', 'g'), '[^[:alnum:]]+'), '');
    RETURN left(array_to_string(ARRAY(
        SELECT CASE WHEN word ~ '^[ivx]{1,5}$' AND word <> 'i' THEN coalesce(array_position(
                '{i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii,xiv,xv,xvi,xvii,xviii,xix,xx}', word)::text, word)
            ELSE coalesce(array_position('{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve}', word)::text, left(word, 40)) END
        FROM unnest(words) WITH ORDINALITY AS said (word, place)
        WHERE word NOT IN ('the', 'a', 'an') OR cardinality(words) = 1 ORDER BY place), ' '), 100);
END
$$;

-- Each two words of a key that follow one another, as one: a blank is a letter like any other to whoever slips.
CREATE FUNCTION title_joints(key text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE words text[] := string_to_array(key, ' ');
BEGIN
    RETURN ARRAY(SELECT words[n] || words[n + 1] FROM generate_series(1, cardinality(words) - 1) AS n);
END
$$;

-- A word, and what is left of it without one letter, or, of nine letters or more, without two.
CREATE FUNCTION word_slips(word text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    slips text[] := ARRAY[word];
    less text;
BEGIN
    IF length(word) NOT BETWEEN 3 AND 40 THEN RETURN slips; END IF;
    FOR m IN 1..length(word) LOOP
        less := overlay(word PLACING '' FROM m FOR 1);
        slips := slips || less;
        IF length(word) BETWEEN 9 AND 20 THEN
            FOR n IN 1..m - 1 LOOP slips := slips || overlay(less PLACING '' FROM n FOR 1); END LOOP;
        END IF;
    END LOOP;
    RETURN slips;
END
$$;

-- Notes what titles are called, of which nothing is noted yet.
CREATE FUNCTION note_titles(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO title_names (title_id, club_id, key)
        SELECT DISTINCT t.id, t.club_id, title_key(called) FROM titles t, unnest(t.name || t.other_names) AS called
        WHERE t.id = ANY (ids) AND title_key(called) <> '';
    INSERT INTO title_words (word, title_id, club_id)
        SELECT DISTINCT word, n.title_id, n.club_id FROM title_names n, unnest(string_to_array(n.key, ' ') || title_joints(n.key)) AS word
        WHERE n.title_id = ANY (ids);
    INSERT INTO title_vocabulary AS v (word, club_id, titles)
        SELECT word, n.club_id, count(DISTINCT n.title_id) FROM title_names n, unnest(string_to_array(n.key, ' ')) AS word
        WHERE n.title_id = ANY (ids) GROUP BY word, n.club_id ORDER BY word, n.club_id
        ON CONFLICT (word, club_id) DO UPDATE SET titles = v.titles + excluded.titles;
    INSERT INTO title_slips (slip, word, club_id)
        SELECT DISTINCT slip, v.word, v.club_id FROM (
            SELECT DISTINCT word, n.club_id FROM title_names n, unnest(string_to_array(n.key, ' ')) AS word WHERE n.title_id = ANY (ids)
        ) v, unnest(word_slips(v.word)) AS slip
        WHERE NOT EXISTS (SELECT FROM title_slips s WHERE s.slip = v.word AND s.word = v.word AND s.club_id = v.club_id)
        ORDER BY slip, v.word, v.club_id
        ON CONFLICT (slip, word, club_id) DO NOTHING;
END
$$;

-- Forgets what titles were called; a word that none has any more is forgotten with all that is near it.
CREATE FUNCTION forget_titles(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM title_vocabulary v WHERE (v.word, v.club_id) IN (
        SELECT word, n.club_id FROM title_names n, unnest(string_to_array(n.key, ' ')) AS word WHERE n.title_id = ANY (ids)
    ) ORDER BY v.word, v.club_id FOR UPDATE;
    UPDATE title_vocabulary v SET titles = v.titles - gone.titles FROM (
        SELECT word, n.club_id, count(DISTINCT n.title_id) AS titles FROM title_names n, unnest(string_to_array(n.key, ' ')) AS word
        WHERE n.title_id = ANY (ids) GROUP BY word, n.club_id
    ) gone WHERE v.word = gone.word AND v.club_id = gone.club_id;
    DELETE FROM title_vocabulary v USING title_names n, unnest(string_to_array(n.key, ' ')) AS gone (word)
        WHERE n.title_id = ANY (ids) AND v.word = gone.word AND v.club_id = n.club_id AND v.titles <= 0;
    DELETE FROM title_words WHERE title_id = ANY (ids);
    DELETE FROM title_names WHERE title_id = ANY (ids);
END
$$;

CREATE FUNCTION note_new_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_titles(ARRAY(SELECT id FROM changed));
    RETURN NULL;
END
$$;
CREATE FUNCTION note_renamed_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM forget_titles(ARRAY[NEW.id]);
    PERFORM note_titles(ARRAY[NEW.id]);
    RETURN NULL;
END
$$;
CREATE FUNCTION forget_old_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM forget_titles(ARRAY[OLD.id]);
    RETURN OLD;
END
$$;
CREATE TRIGGER names AFTER INSERT ON titles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_titles();
CREATE TRIGGER renamed AFTER UPDATE OF name, other_names ON titles FOR EACH ROW
    WHEN ((OLD.name, OLD.other_names) IS DISTINCT FROM (NEW.name, NEW.other_names)) EXECUTE FUNCTION note_renamed_title();
-- Before its names go with it.
CREATE TRIGGER forgotten BEFORE DELETE ON titles FOR EACH ROW EXECUTE FUNCTION forget_old_title();

-- Titles that are called what is asked, or nearly so, the nearest first: what begins with it, if there is enough of that, as while somebody
-- types; else those that share its rarest words, or words a slip away from them, by how alike the whole names are.
CREATE FUNCTION find_titles(asked text, most integer) RETURNS TABLE (title_id bigint, near real) LANGUAGE plpgsql STABLE SET jit = off AS $$
#variable_conflict use_column
DECLARE
    wanted text := title_key(asked);
    beyond text := wanted || chr(1114111);
    words text[] := (string_to_array(wanted, ' '))[:12];
    joints text[] := title_joints(array_to_string(words, ' '));
BEGIN
    IF wanted = '' THEN RETURN; END IF;
    IF (SELECT count(*) FROM (SELECT FROM title_names WHERE key >= wanted AND key < beyond LIMIT 5) five) = 5 THEN
        RETURN QUERY SELECT n.title_id, max(CASE WHEN n.key = wanted THEN 2 ELSE 1 END)::real AS near
            FROM (SELECT m.title_id, m.key FROM title_names m WHERE m.key >= wanted AND m.key < beyond ORDER BY m.key LIMIT 200) n
            JOIN titles t ON t.id = n.title_id GROUP BY n.title_id, t.popularity ORDER BY near DESC, t.popularity DESC, 1 LIMIT most;
        RETURN;
    END IF;
    RETURN QUERY
    WITH close AS (
        SELECT t.place, s.word, levenshtein(t.word, s.word) AS slips, length(t.word) AS letters
        FROM unnest(words) WITH ORDINALITY AS t (word, place)
        CROSS JOIN LATERAL (SELECT DISTINCT s.word FROM title_slips s WHERE s.slip = ANY (word_slips(t.word))) s
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
        SELECT t.place, t.word, 1, 1 FROM unnest(words) WITH ORDINALITY AS t (word, place)
        WHERE NOT EXISTS (SELECT FROM title_vocabulary w WHERE w.word = t.word)
        UNION ALL
        -- Or it is two with a letter for the blank between them, or with none.
        SELECT 100 * t.place + side.n, side.word, 0.9, v.titles
        FROM unnest(words) WITH ORDINALITY AS t (word, place) CROSS JOIN LATERAL (
            SELECT n, gap FROM generate_series(2, length(t.word) - 1) AS n, generate_series(0, 1) AS gap
            WHERE length(t.word) > 5
                AND (left(t.word, n) IN ('the', 'an') OR EXISTS (SELECT FROM title_vocabulary l WHERE l.word = left(t.word, n)))
                AND EXISTS (SELECT FROM title_vocabulary r WHERE r.word = substr(t.word, n + 1 + gap))
        ) AS cut CROSS JOIN LATERAL (VALUES (1, left(t.word, cut.n)), (2, substr(t.word, cut.n + 1 + cut.gap))) AS side (n, word)
        JOIN title_vocabulary v ON v.word = side.word
        WHERE NOT EXISTS (SELECT FROM title_vocabulary w WHERE w.word = t.word)
    ), rarest AS (
        SELECT k.* FROM known k JOIN (
            SELECT place, sum(sum(titles)) OVER (ORDER BY sum(titles), place) - sum(titles) AS before FROM known GROUP BY place
        ) p ON p.place = k.place WHERE p.before < 4000
    ), scored AS (
        SELECT f.title_id, sum(f.score) AS score FROM (
            SELECT p.title_id, r.place, max(r.weight * ln(2 + 1000000 / (r.titles + 1))) AS score
            FROM rarest r CROSS JOIN LATERAL (SELECT w.title_id FROM title_words w WHERE w.word = r.word LIMIT 10000) p
            GROUP BY p.title_id, r.place
        ) f GROUP BY f.title_id ORDER BY score DESC LIMIT 200
    ), likened AS (
        SELECT s.title_id, t.popularity, (max(greatest(
                1 - levenshtein(wanted, n.key)::real / greatest(length(n.key), length(wanted)),
                1 - levenshtein(wanted, 'the ' || n.key)::real / greatest(length(n.key) + 4, length(wanted)),
                0.95 - levenshtein(wanted, left(n.key, length(wanted)))::real / length(wanted)))
            + 0.3 * s.score / max(max(s.score)) OVER ())::real AS near
        FROM scored s JOIN title_names n ON n.title_id = s.title_id JOIN titles t ON t.id = s.title_id
        GROUP BY s.title_id, s.score, t.popularity
    )
    -- Much less near than the nearest is something else.
    SELECT l.title_id, l.near FROM (SELECT *, max(near) OVER () AS nearest FROM likened) l WHERE l.near > 0.6 * l.nearest
    ORDER BY l.near DESC, l.popularity DESC, l.title_id LIMIT most;
END
$$;

-- Everybody sees those of all clubs, and no club changes them: whoever writes them down names club 0.
DO $$
DECLARE
    name text;
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    FOREACH name IN ARRAY ARRAY['titles', 'title_names', 'title_words', 'title_vocabulary', 'title_slips'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (%s OR club_id = 0) WITH CHECK (%2$s)', name, here);
        EXECUTE format('CREATE POLICY change ON %I AS RESTRICTIVE FOR UPDATE USING (%s)', name, here);
        EXECUTE format('CREATE POLICY removal ON %I AS RESTRICTIVE FOR DELETE USING (%s)', name, here);
    END LOOP;
END $$;
