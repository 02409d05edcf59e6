-- Returns each two words of a key that follow each other, written as one word. The search uses them, because people leave out spaces or add
-- them.
CREATE OR REPLACE FUNCTION video_game_joints(key text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE words text[] := string_to_array(key, ' ');
BEGIN
    RETURN ARRAY(SELECT words[n] || words[n + 1] FROM generate_series(1, cardinality(words) - 1) AS n);
END
$$;
