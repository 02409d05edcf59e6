-- additive
-- A file of titles that is read in again changes those that are there.

CREATE INDEX titles_name ON titles (club_id, name, released) WHERE provider IS NULL;
