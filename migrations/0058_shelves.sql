-- additive
-- Who sees which of a member's lists of games is decided for each list; and shelves of their own, on which games of any list stand.

UPDATE members SET
    for_friends = CASE WHEN 'library' = ANY (for_friends) THEN array_remove(for_friends, 'library')
        || '{library_plays,library_wants,library_again,library_finished,library_aside}' ELSE for_friends END,
    for_me = CASE WHEN 'library' = ANY (for_me) THEN array_remove(for_me, 'library')
        || '{library_plays,library_wants,library_again,library_finished,library_aside}' ELSE for_me END
    WHERE 'library' = ANY (for_friends || for_me);

CREATE TABLE shelves (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    name text NOT NULL,
    audience text NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT shelves_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT shelves_of_a_member UNIQUE (club_id, member_id, id),
    CONSTRAINT shelves_name_once UNIQUE (club_id, member_id, name),
    CONSTRAINT shelves_form CHECK (length(name) BETWEEN 1 AND 60 AND audience IN ('club', 'friends', 'me'))
);

CREATE TABLE shelf_titles (
    club_id bigint NOT NULL,
    shelf_id bigint NOT NULL,
    member_id bigint NOT NULL,
    title_id bigint NOT NULL,
    -- Where it stands: the first has the least.
    place double precision NOT NULL,
    PRIMARY KEY (club_id, shelf_id, title_id),
    CONSTRAINT shelf_titles_shelf FOREIGN KEY (club_id, member_id, shelf_id) REFERENCES shelves (club_id, member_id, id) ON DELETE CASCADE,
    -- What is on no list any more is on no shelf.
    CONSTRAINT shelf_titles_entry FOREIGN KEY (club_id, member_id, title_id) REFERENCES library_entries ON DELETE CASCADE
);
CREATE INDEX shelf_titles_order ON shelf_titles (club_id, shelf_id, place, title_id);
CREATE INDEX shelf_titles_of_an_entry ON shelf_titles (club_id, member_id, title_id);

DO $$
DECLARE
    name text;
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    FOREACH name IN ARRAY ARRAY['shelves', 'shelf_titles'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (%s) WITH CHECK (%2$s)', name, here);
    END LOOP;
END $$;
