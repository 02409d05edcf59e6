-- Returns the year in which a member has finished a video game. Returns 0 if the year is not known.
CREATE OR REPLACE FUNCTION finished_in(entry library_entries) RETURNS smallint LANGUAGE sql STABLE AS $$
    SELECT coalesce(extract(year FROM entry.active_on), 0)::smallint
$$;
