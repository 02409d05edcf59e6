-- Returns a word, and what remains of the word if any one of its letters is deleted. For a word of 9 to 20 letters, also returns what
-- remains without any two letters. A word with fewer than 3 or more than 40 letters is returned alone.
CREATE OR REPLACE FUNCTION word_deletions(word text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    deletions text[] := ARRAY[word];
    less text;
BEGIN
    IF length(word) NOT BETWEEN 3 AND 40 THEN RETURN deletions; END IF;
    FOR m IN 1..length(word) LOOP
        less := overlay(word PLACING '' FROM m FOR 1);
        deletions := deletions || less;
        IF length(word) BETWEEN 9 AND 20 THEN
            FOR n IN 1..m - 1 LOOP deletions := deletions || overlay(less PLACING '' FROM n FOR 1); END LOOP;
        END IF;
    END LOOP;
    RETURN deletions;
END
$$;
