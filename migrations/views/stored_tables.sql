-- The tables whose rows are counted in `storage`. The columns `member`, `refused` and `bytes` are expressions over a row `r`: the member to
-- whom the row belongs (NULL if it belongs to nobody, 0 if it belongs to the club), whether the row can be refused, and its estimated size
-- with index entries. If the expression for the size does not contain `r`, every row counts as the largest possible row. `rows` is 0 for
-- rows that belong to other rows of the same kind.
-- A row that is added by the action of another person is never refused: a game starts when the second player accepts, and an admin who
-- merges video games adds entries to the libraries of others. Other limits bound the number of these rows.
CREATE OR REPLACE VIEW stored_tables (name, kind, member, rows, refused, bytes) WITH (security_invoker = true) AS VALUES
    ('messages', 'messages', 'r.member_id', 1, 'true', '500 + 2 * octet_length(r.text)'),
    ('games', 'games', 'coalesce(r.x_member, r.o_member)', 1, 'r.machine IS NOT NULL', '900'),
    ('challenges', 'games', 'r.from_member', 1, 'true', '400'),
    ('wordley_games', 'practice', 'r.member_id', 1, 'true', '500'),
    ('slideit_games', 'practice', 'r.member_id', 1, 'true', '1200'),
    ('practice_results', 'practice', 'r.member_id', 0, 'false', '400'),
    ('lap_actions', 'laps', 'r.member_id', 1, 'true', '500'),
    ('lap_notes', 'laps', 'r.member_id', 0, 'true', '200 + octet_length(r.note) + octet_length(r.seat)'),
    ('check_ins', 'visits', 'r.member_id', 1, 'true', '300'),
    ('wait_reports', 'visits', 'r.member_id', 1, 'true', '300'),
    ('riddles', 'riddles', 'r.sender_id', 1, 'true',
        '600 + octet_length(r.emoji) + octet_length(r.solution) + octet_length(array_to_string(r.hints, ''''))'),
    ('riddle_plays', 'riddles', 'r.member_id', 0, 'false', '400'),
    ('riddle_answers', 'riddles', 'r.member_id', 0, 'true', '300 + octet_length(r.text) + octet_length(r.match)'),
    ('evenings', 'evenings', 'r.host_id', 1, 'true', '400 + octet_length(r.note)'),
    ('corrections', 'corrections', 'r.member_id', 1, 'true', '300 + octet_length(r.changes::text) + octet_length(r.evidence)'),
    ('reports', 'reports', 'r.member_id', 1, 'true', '300'),
    ('library_entries', 'library', 'r.member_id', 1, 'false', '500 + octet_length(r.note)'),
    ('video_games', 'library', 'r.added_by', 0, 'true',
        '2500 + octet_length(r.description) + octet_length(r.source)
            + 40 * (octet_length(r.name) + octet_length(array_to_string(r.other_names, '''')))'),
    ('video_game_covers', 'library', 'r.member_id', 0, 'false', '200 + octet_length(r.data)'),
    ('photos', 'photos', 'r.member_id', 1, 'true', '500 + octet_length(r.caption) + octet_length(r.description)'),
    ('photo_files', 'photos', 'r.member_id', 0, 'true', '200 + octet_length(r.data)'),
    ('parks', 'parks', '0', 1, 'true', '500 + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('rides', 'rides', '0', 1, 'true',
        '700 + octet_length(r.notes) + octet_length(r.source)
            + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('merged_video_games', 'merged_video_games', '0', 1, 'true', '150');

-- Creates a trigger function and triggers for each table in `stored_tables`: two triggers for statements that add or delete rows, and one
-- trigger for each row whose size changes. The change of a row is never refused, because an admin may make it. The storage is limited
-- nevertheless, because the size of a row and the number of rows are limited. This is in the file of the view, so that the triggers are
-- made again whenever the view changes. If a table is removed from the view, a numbered migration has to drop its triggers.
DO $make$
DECLARE
    stored stored_tables;
BEGIN
    FOR stored IN SELECT * FROM stored_tables LOOP
        EXECUTE format($function$
            CREATE OR REPLACE FUNCTION store_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
            DECLARE
                owned record;
            BEGIN
                FOR owned IN
                    SELECT r.club_id, %3$s AS member_id, count(*) AS rows, sum(%4$s)::bigint AS bytes, bool_or(%6$s) AS refused
                    FROM changed r WHERE %3$s IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
                LOOP
                    PERFORM change_storage(owned.club_id, owned.member_id, %2$L, TG_ARGV[0]::bigint * %5$s * owned.rows,
                        TG_ARGV[0]::bigint * owned.bytes, owned.refused);
                END LOOP;
                RETURN NULL;
            END $body$
            $function$, stored.name, stored.kind, stored.member, stored.bytes, stored.rows, stored.refused);
        -- The argument of the trigger function is 1 for added rows and -1 for deleted rows.
        EXECUTE format('CREATE OR REPLACE TRIGGER storage AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
            EXECUTE FUNCTION store_%1$s(''1'')', stored.name);
        EXECUTE format('CREATE OR REPLACE TRIGGER storage_freed AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
            EXECUTE FUNCTION store_%1$s(''-1'')', stored.name);
        -- If the expression for bytes does not use the row, the size of a row never changes.
        CONTINUE WHEN stored.bytes NOT LIKE '%r.%';
        EXECUTE format($function$
            CREATE OR REPLACE FUNCTION resize_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF %3$s IS NOT NULL THEN PERFORM change_storage(new.club_id, %3$s, %2$L, 0, (%4$s) - (%5$s), false); END IF;
                RETURN NULL;
            END $body$
            $function$, stored.name, stored.kind, replace(stored.member, 'r.', 'new.'), replace(stored.bytes, 'r.', 'new.'),
            replace(stored.bytes, 'r.', 'old.'));
        EXECUTE format('CREATE OR REPLACE TRIGGER storage_resized AFTER UPDATE ON %1$I FOR EACH ROW WHEN ((%2$s) <> (%3$s))
            EXECUTE FUNCTION resize_%1$s()', stored.name, replace(stored.bytes, 'r.', 'old.'), replace(stored.bytes, 'r.', 'new.'));
    END LOOP;
END $make$;
