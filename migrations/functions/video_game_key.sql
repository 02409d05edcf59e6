-- Returns a name in the form in which the search compares names: without case, accents, punctuation and articles, with numerals as digits,
-- and with an abbreviation such as "S.T.A.R." as one word.
CREATE OR REPLACE FUNCTION video_game_key(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    plain text := regexp_replace(normalize(lower(left(name, 400)), NFKD), '[\u0300-\u036f''’`´]', '', 'g');
    words text[];
BEGIN
    plain := translate(replace(replace(replace(plain, '&', ' and '), 'ß', 'ss'), 'æ', 'ae'), 'øłđı', 'oldi');
    words := array_remove(regexp_split_to_array(regexp_replace(plain, '\m(\w)\.(?=\w(\.|\M))', '\1', 'g'), '[^[:alnum:]]+'), '');
    RETURN left(array_to_string(ARRAY(
        SELECT CASE WHEN word ~ '^[ivx]{1,5}$' AND word <> 'i' THEN coalesce(array_position(
                '{i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii,xiv,xv,xvi,xvii,xviii,xix,xx}', word)::text, word)
            ELSE coalesce(array_position('{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve}', word)::text,
                left(word, 40)) END
        FROM unnest(words) WITH ORDINALITY AS said (word, place)
        WHERE word NOT IN ('the', 'a', 'an') OR cardinality(words) = 1 ORDER BY place), ' '), 100);
END
$$;
