-- additive
-- Storage accounts. Triggers keep how many rows and bytes of each kind a member has in a club, or the club itself has (member 0), and
-- refuse rows beyond the limits. The server sets the limits on its connections, as boardwalk.limit_<name>; a connection without them, such
-- as psql's, has no limits. A refusal is SQLSTATE BW001, with the constraint storage_<name>.

CREATE TABLE storage (
    club_id bigint NOT NULL REFERENCES clubs ON DELETE CASCADE,
    member_id bigint NOT NULL,
    kind text NOT NULL,
    -- The member's, so that an account's storage in all its clubs can be summed. Null for the club's own.
    account_id bigint,
    rows bigint NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT storage_once PRIMARY KEY (club_id, member_id, kind)
);
CREATE INDEX storage_account ON storage (account_id) WHERE account_id IS NOT NULL;

-- Kinds of storage that are full: a member's, and the club's own. Pages say so before anything is typed.
ALTER TABLE memberships ADD COLUMN full_storage text[] NOT NULL DEFAULT '{}';
ALTER TABLE clubs ADD COLUMN full_storage text[] NOT NULL DEFAULT '{}';
CREATE INDEX invitations_closed ON invitations (club_id, revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX memberships_full ON memberships (club_id) WHERE full_storage <> '{}';

-- The sum of bytes that an account has in all clubs, either of photos or of everything else.
CREATE FUNCTION account_bytes(account bigint, of_photos boolean) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    named text := coalesce(current_setting('app.account_id', true), '');
    total bigint;
BEGIN
    PERFORM set_config('app.account_id', account::text, true);
    SELECT coalesce(sum(s.bytes), 0) INTO total FROM storage s WHERE s.account_id = account AND (s.kind = 'photos') = of_photos;
    PERFORM set_config('app.account_id', named, true);
    RETURN total;
END $$;

CREATE FUNCTION storage_limit(name text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('boardwalk.limit_' || name, true), '')::bigint
$$;

-- Notes that something is full, and tells all servers to read the account, or the club, again.
CREATE FUNCTION note_full_storage(club bigint, member bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    reader text;
BEGIN
    IF member = 0 THEN
        UPDATE clubs c SET full_storage = c.full_storage || what WHERE c.id = club AND what <> ALL (c.full_storage)
        RETURNING 'club:' || c.slug INTO reader;
    ELSE
        UPDATE memberships m SET full_storage = m.full_storage || what
        WHERE m.club_id = club AND m.member_id = member AND what <> ALL (m.full_storage)
        RETURNING 'account:' || m.account_id INTO reader;
    END IF;
    IF reader IS NOT NULL THEN PERFORM pg_notify('boardwalk', 'storage ' || reader); END IF;
END $$;

CREATE FUNCTION is_noted_full(club bigint, member bigint, name text) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RETURN CASE WHEN member = 0 THEN EXISTS (SELECT FROM clubs c WHERE c.id = club AND name = ANY (c.full_storage))
        ELSE EXISTS (SELECT FROM memberships m WHERE m.club_id = club AND m.member_id = member AND name = ANY (m.full_storage)) END;
END $$;

CREATE FUNCTION refuse_storage(name text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RAISE EXCEPTION 'a storage limit is reached' USING ERRCODE = 'BW001', CONSTRAINT = 'storage_' || name;
END $$;

-- Bytes are limited for all kinds together, so they need not be summed while this kind has little: an account has at most some hundred
-- kinds in all its clubs. They are summed once for each 64 KB that a kind grows in a club. A megabyte before the end the club notes it, so
-- that its pages say so, and sums at each row from then on.
CREATE FUNCTION check_stored_bytes(
    club bigint, member bigint, account bigint, what text, kind_bytes bigint, added_bytes bigint, refuses boolean
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    name text := CASE WHEN member = 0 THEN 'catalogue_bytes' WHEN what = 'photos' THEN 'photo_bytes' ELSE 'text_bytes' END;
    most bigint := storage_limit(name);
    total bigint;
BEGIN
    IF most IS NULL OR kind_bytes * 512 < most - 1048576 THEN RETURN; END IF;
    IF kind_bytes >> 16 = (kind_bytes - added_bytes) >> 16 AND NOT is_noted_full(club, member, name) THEN RETURN; END IF;
    IF member = 0 THEN
        SELECT sum(s.bytes) INTO total FROM storage s WHERE s.club_id = club AND s.member_id = 0;
    ELSE
        total := account_bytes(account, what = 'photos');
    END IF;
    IF refuses AND total > most THEN PERFORM refuse_storage(name); END IF;
    IF total > most - 1048576 THEN PERFORM note_full_storage(club, member, name); END IF;
END $$;

-- Adds rows and bytes to a storage account; fewer than none takes them away. Refuses what is beyond the limits, if it may.
CREATE FUNCTION change_storage(club bigint, member bigint, what text, added bigint, added_bytes bigint, refuses boolean) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    account bigint;
    most bigint;
    total record;
BEGIN
    UPDATE storage s SET rows = greatest(0, s.rows + added), bytes = greatest(0, s.bytes + added_bytes)
    WHERE s.club_id = club AND s.member_id = member AND s.kind = what RETURNING s.account_id, s.rows, s.bytes INTO total;
    IF added < 0 OR added_bytes < 0 THEN RETURN; END IF;
    IF NOT FOUND THEN
        IF member <> 0 THEN
            account := (SELECT m.account_id FROM memberships m WHERE m.club_id = club AND m.member_id = member);
            -- A former member has no storage account.
            IF account IS NULL THEN RETURN; END IF;
        END IF;
        INSERT INTO storage AS s (club_id, member_id, kind, account_id, rows, bytes)
        VALUES (club, member, what, account, added, added_bytes)
        ON CONFLICT (club_id, member_id, kind) DO UPDATE SET rows = s.rows + added, bytes = s.bytes + added_bytes
        RETURNING s.account_id, s.rows, s.bytes INTO total;
    END IF;
    most := storage_limit(what);
    IF refuses AND added > 0 AND total.rows > most THEN PERFORM refuse_storage(what); END IF;
    IF total.rows >= most AND total.rows - added < most THEN PERFORM note_full_storage(club, member, what); END IF;
    PERFORM check_stored_bytes(club, member, total.account_id, what, total.bytes, added_bytes, refuses);
END $$;

-- Tables that are accounted for. `member` and `bytes` are expressions over a row r: whose it is (null if nobody's), and what it takes with
-- its index entries, by estimate. Where the estimate has no r, the rows are all taken to be as large as they get. `rows` is 0 for rows that
-- belong to others of the same kind. `refused` says which rows may be refused. Rows that another person's action adds are never refused: a
-- game between two begins when the second of them accepts, and the challenge before it may be refused. An admin who merges video games adds
-- entries to the libraries of others, and may give their titles covers. How many entries and titles a member has is limited elsewhere.
ALTER TABLE photo_files ADD COLUMN member_id bigint;
-- The member who has added the title. NULL for everybody's titles.
ALTER TABLE title_covers ADD COLUMN member_id bigint;

CREATE VIEW stored_tables (name, kind, member, rows, refused, bytes) WITH (security_invoker = true) AS VALUES
    ('lines', 'lines', 'r.member_id', 1, 'true', '500 + 2 * octet_length(r.text)'),
    ('games', 'games', 'coalesce(r.x_member, r.o_member)', 1, 'r.machine IS NOT NULL', '900'),
    ('challenges', 'games', 'r.from_member', 1, 'true', '400'),
    ('wordley_games', 'practice', 'r.member_id', 1, 'true', '500'),
    ('slideit_games', 'practice', 'r.member_id', 1, 'true', '1200'),
    ('practice_results', 'practice', 'r.member_id', 0, 'false', '400'),
    ('lap_acts', 'laps', 'r.member_id', 1, 'true', '500'),
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
    ('titles', 'library', 'r.added_by', 0, 'true',
        '2500 + octet_length(r.description) + octet_length(r.source)
            + 40 * (octet_length(r.name) + octet_length(array_to_string(r.other_names, '''')))'),
    ('title_covers', 'library', 'r.member_id', 0, 'false', '200 + octet_length(r.data)'),
    ('photos', 'photos', 'r.member_id', 1, 'true', '500 + octet_length(r.caption) + octet_length(r.description)'),
    ('photo_files', 'photos', 'r.member_id', 0, 'true', '200 + octet_length(r.data)'),
    ('parks', 'parks', '0', 1, 'true', '500 + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('rides', 'rides', '0', 1, 'true',
        '700 + octet_length(r.notes) + octet_length(r.source)
            + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('merged_titles', 'merged_titles', '0', 1, 'true', '150');

-- A trigger function and triggers for each of them: two for statements that add or delete rows, and one for each row whose size changes.
-- No change of a row is refused, as it may be an admin's: rows have a largest size, so that their number bounds them.
DO $make$
DECLARE
    stored stored_tables;
BEGIN
    FOR stored IN SELECT * FROM stored_tables LOOP
        EXECUTE format($function$
            CREATE FUNCTION store_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
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
        EXECUTE format('CREATE TRIGGER storage AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
            EXECUTE FUNCTION store_%1$s(''1'')', stored.name);
        EXECUTE format('CREATE TRIGGER storage_freed AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
            EXECUTE FUNCTION store_%1$s(''-1'')', stored.name);
        CONTINUE WHEN stored.bytes NOT LIKE '%r.%';
        EXECUTE format($function$
            CREATE FUNCTION resize_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF %3$s IS NOT NULL THEN PERFORM change_storage(new.club_id, %3$s, %2$L, 0, (%4$s) - (%5$s), false); END IF;
                RETURN NULL;
            END $body$
            $function$, stored.name, stored.kind, replace(stored.member, 'r.', 'new.'), replace(stored.bytes, 'r.', 'new.'),
            replace(stored.bytes, 'r.', 'old.'));
        EXECUTE format('CREATE TRIGGER storage_resized AFTER UPDATE ON %1$I FOR EACH ROW WHEN ((%2$s) <> (%3$s))
            EXECUTE FUNCTION resize_%1$s()', stored.name, replace(stored.bytes, 'r.', 'old.'), replace(stored.bytes, 'r.', 'new.'));
    END LOOP;
END $make$;

-- Counts what is there. Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE photos NO FORCE ROW LEVEL SECURITY;
ALTER TABLE photo_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE memberships NO FORCE ROW LEVEL SECURITY;
ALTER TABLE titles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE title_covers NO FORCE ROW LEVEL SECURITY;
UPDATE title_covers c SET member_id = t.added_by FROM titles t WHERE t.club_id = c.club_id AND t.id = c.title_id;
UPDATE photo_files f SET member_id = p.member_id FROM photos p WHERE p.club_id = f.club_id AND p.id = f.photo_id;
DO $count$
DECLARE
    stored stored_tables;
BEGIN
    FOR stored IN SELECT * FROM stored_tables LOOP
        EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', stored.name);
        EXECUTE format($sql$
            INSERT INTO storage AS s (club_id, member_id, kind, account_id, rows, bytes)
            SELECT n.club_id, n.member_id, %3$L,
                (SELECT m.account_id FROM memberships m WHERE m.club_id = n.club_id AND m.member_id = n.member_id), n.rows, n.bytes
            FROM (SELECT r.club_id, %2$s AS member_id, %4$s * count(*) AS rows, sum(%5$s) AS bytes FROM %1$I r
                WHERE %2$s IS NOT NULL GROUP BY 1, 2) n
            ON CONFLICT (club_id, member_id, kind) DO UPDATE SET rows = s.rows + excluded.rows, bytes = s.bytes + excluded.bytes
            $sql$, stored.name, stored.member, stored.kind, stored.rows, stored.bytes);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', stored.name);
    END LOOP;
END $count$;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;

ALTER TABLE storage ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage FORCE ROW LEVEL SECURITY;
CREATE POLICY club_or_account ON storage
    USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
        OR account_id = (SELECT nullif(current_setting('app.account_id', true), '')::bigint))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));

-- Differences between the storage accounts of the segment's club and its rows, in words. Former members have no account.
CREATE FUNCTION storage_differences() RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    counts text;
BEGIN
    SELECT string_agg(format('SELECT %2$s AS member_id, %3$L AS kind, %4$s * count(*) AS rows, sum(%5$s) AS bytes FROM %1$I r
        WHERE %2$s IS NOT NULL GROUP BY 1', t.name, t.member, t.kind, t.rows, t.bytes), ' UNION ALL ') INTO counts FROM stored_tables t;
    RETURN QUERY EXECUTE format($sql$
        SELECT format('member %%s, %%s: %%s rows and %%s bytes, counted %%s and %%s', member_id, kind, coalesce(s.rows, 0),
            coalesce(s.bytes, 0), coalesce(c.rows, 0), coalesce(c.bytes, 0))
        FROM (SELECT * FROM storage WHERE club_id = $1) s FULL JOIN (
            SELECT n.member_id, n.kind, sum(n.rows) AS rows, sum(n.bytes) AS bytes FROM (%s) n GROUP BY 1, 2
        ) c USING (member_id, kind)
        WHERE (coalesce(s.rows, 0), coalesce(s.bytes, 0)) <> (coalesce(c.rows, 0), coalesce(c.bytes, 0))
            AND (member_id = 0 OR member_id IN (SELECT m.member_id FROM memberships m WHERE m.club_id = $1))
        LIMIT 100
        $sql$, counts) USING club;
END $$;

-- Notes again what is full in the segment's club, after rows were deleted or limits were raised. Returns how many accounts that changed.
CREATE FUNCTION refresh_full_storage() RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    changed bigint := 0;
    reader record;
BEGIN
    FOR reader IN
        UPDATE memberships m SET full_storage = n.still FROM (
            SELECT o.member_id, ARRAY(
                SELECT name FROM unnest(o.full_storage) name WHERE CASE name
                    WHEN 'photo_bytes' THEN account_bytes(o.account_id, true) > storage_limit(name) - 1048576
                    WHEN 'text_bytes' THEN account_bytes(o.account_id, false) > storage_limit(name) - 1048576
                    ELSE EXISTS (SELECT FROM storage s WHERE s.club_id = club AND s.member_id = o.member_id AND s.kind = name
                        AND s.rows >= storage_limit(name)) END
            ) AS still FROM memberships o WHERE o.club_id = club AND o.full_storage <> '{}'
        ) n WHERE m.club_id = club AND m.member_id = n.member_id AND m.full_storage <> n.still
        RETURNING m.account_id
    LOOP
        PERFORM pg_notify('boardwalk', 'storage account:' || reader.account_id);
        changed := changed + 1;
    END LOOP;
    FOR reader IN
        UPDATE clubs c SET full_storage = n.still FROM (
            SELECT ARRAY(
                SELECT name FROM unnest(o.full_storage) name WHERE CASE name
                    WHEN 'catalogue_bytes' THEN (SELECT sum(s.bytes) FROM storage s WHERE s.club_id = club AND s.member_id = 0)
                        > storage_limit(name) - 1048576
                    ELSE EXISTS (SELECT FROM storage s WHERE s.club_id = club AND s.member_id = 0 AND s.kind = name
                        AND s.rows >= storage_limit(name)) END
            ) AS still FROM clubs o WHERE o.id = club AND o.full_storage <> '{}'
        ) n WHERE c.id = club AND c.full_storage <> n.still
        RETURNING c.slug
    LOOP
        PERFORM pg_notify('boardwalk', 'storage club:' || reader.slug);
        changed := changed + 1;
    END LOOP;
    RETURN changed;
END $$;

-- Clubs of an account, and members of a club.
CREATE FUNCTION limit_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    named text := coalesce(current_setting('app.account_id', true), '');
    clubs_of_account bigint;
BEGIN
    IF storage_limit('clubs') IS NOT NULL THEN
        PERFORM FROM accounts a WHERE a.id = new.account_id FOR NO KEY UPDATE;
        PERFORM set_config('app.account_id', new.account_id::text, true);
        SELECT count(*) INTO clubs_of_account FROM memberships m WHERE m.account_id = new.account_id;
        PERFORM set_config('app.account_id', named, true);
        IF clubs_of_account >= storage_limit('clubs') THEN PERFORM refuse_storage('clubs'); END IF;
    END IF;
    IF storage_limit('members') IS NOT NULL THEN
        PERFORM FROM clubs c WHERE c.id = new.club_id FOR NO KEY UPDATE;
        IF (SELECT c.member_count FROM clubs c WHERE c.id = new.club_id) >= storage_limit('members') THEN
            PERFORM refuse_storage('members');
        END IF;
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER storage BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION limit_memberships();
