-- Creates a trigger function and triggers for each table in `stored_tables`: two triggers for statements that add or delete rows, and one
-- trigger for each row whose size changes. The change of a row is never refused, because an admin may make it. The storage is limited
-- nevertheless, because the size of a row and the number of rows are limited.
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
