-- additive
-- Files of games that members read in: kept until each line is on a list, or left out.

CREATE TABLE library_imports (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- What its member calls it.
    file text NOT NULL,
    -- As its first line names them.
    columns text[] NOT NULL,
    -- Which column has what, and how it is written.
    reading jsonb NOT NULL,
    -- What could not be read, line by line: the first of it, and how much that is.
    problems text[] NOT NULL DEFAULT '{}',
    problem_count integer NOT NULL DEFAULT 0,
    -- Whether the lines were read.
    is_read boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT library_imports_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_imports_form CHECK (length(file) <= 100 AND cardinality(columns) BETWEEN 1 AND 100)
);
CREATE INDEX library_imports_oldest ON library_imports (club_id, created_at);

CREATE TABLE library_import_rows (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    line integer NOT NULL,
    -- As they stand in the file.
    cells text[] NOT NULL,
    -- What they say, once they were read: what the title is called, and what its member has of it. '': nothing can be made of it.
    name text NOT NULL DEFAULT '',
    entry jsonb,
    -- Which title that is; NULL: it was not found.
    title_id bigint,
    -- Whether its member has said so.
    is_settled boolean NOT NULL DEFAULT false,
    is_left_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, line),
    CONSTRAINT library_import_rows_import FOREIGN KEY (club_id, member_id) REFERENCES library_imports ON DELETE CASCADE,
    CONSTRAINT library_import_rows_form CHECK (length(name) <= 200 AND NOT (is_left_out AND title_id IS NOT NULL))
);

DO $$
DECLARE
    name text;
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    FOREACH name IN ARRAY ARRAY['library_imports', 'library_import_rows'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (%s) WITH CHECK (%2$s)', name, here);
    END LOOP;
END $$;
