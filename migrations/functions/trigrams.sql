-- Returns the sequences of three characters in a name, for a search that finds names with typing mistakes. Case, accents and punctuation
-- are ignored. Only the first 200 characters count: the time of normalize() grows with the square of the number of combining marks in a
-- row, and no statement timeout interrupts it.
CREATE OR REPLACE FUNCTION trigrams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(array_agg(DISTINCT substr(words, n, 3)), '{}')
        FROM (SELECT '  ' || trim(regexp_replace(lower(regexp_replace(normalize(left(name, 200), NFKD), '[\u0300-\u036f]', '', 'g')),
            '[^[:alnum:]]+', ' ', 'g')) || ' ' AS words OFFSET 0) folded, generate_series(1, length(words) - 2) n
        WHERE words <> '   ');
