-- This file contains the extension and the functions that the other migrations need.

-- The extension has the function levenshtein, with which the function `find_video_games` compares names.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Protects a club table with row-level security, so that a transaction reads and changes only the rows of its club. The server names the
-- club of a transaction in the setting app.club_id. Without this setting, the table looks empty.
CREATE FUNCTION protect_club_table(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$
        CREATE POLICY club ON %I USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint))
            WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint))
        $policy$, name);
END $$;

-- Protects a table like `protect_club_table`. In addition, every transaction can read the rows of club 0, which belong to all clubs.
CREATE FUNCTION protect_shared_table(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    own text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY club ON %I USING (%s OR club_id = 0) WITH CHECK (%2$s)', name, own);
    EXECUTE format('CREATE POLICY change ON %I AS RESTRICTIVE FOR UPDATE USING (%s)', name, own);
    EXECUTE format('CREATE POLICY removal ON %I AS RESTRICTIVE FOR DELETE USING (%s)', name, own);
END $$;
