-- Returns a text in the form that the search of messages compares: in lower case, with each sequence of white space as one space.
CREATE OR REPLACE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(regexp_replace(words, '\s+', ' ', 'g'));
