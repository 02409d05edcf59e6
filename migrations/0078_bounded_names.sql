-- additive
-- Names are cut before they are normalized. normalize() takes the square of the number of combining marks in a row, and no statement timeout
-- interrupts it. A name has at most 100 characters; of anything longer only the beginning is compared.
CREATE OR REPLACE FUNCTION grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(array_agg(DISTINCT substr(words, n, 3)), '{}')
        FROM (SELECT '  ' || trim(regexp_replace(lower(regexp_replace(normalize(left(name, 200), NFKD), '[\u0300-\u036f]', '', 'g')),
            '[^[:alnum:]]+', ' ', 'g')) || ' ' AS words OFFSET 0) folded, generate_series(1, length(words) - 2) n
        WHERE words <> '   ');

CREATE OR REPLACE FUNCTION title_key(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    plain text := regexp_replace(normalize(lower(left(name, 400)), NFKD), '[\u0300-\u036f''’`´]', '', 'g');
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
