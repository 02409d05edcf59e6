-- additive
-- Messages are looked for in their words as `fold` has them: in lower case, any white space one blank. They are kept so, as folding at
-- each look cost many times what looking costs. The column is no generated one: that would write every line of every club anew while
-- nobody can talk. Servers fill it with each message, and with the clean-up, a little at a time, where it is missing: in messages from
-- before, and in those that servers of the version before go on storing. Until then they are folded at the look.

CREATE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(regexp_replace(words, '\s+', ' ', 'g'));

ALTER TABLE lines ADD COLUMN folded text;
CREATE INDEX lines_unfolded ON lines (club_id, id) WHERE conversation_id IS NOT NULL AND folded IS NULL;
