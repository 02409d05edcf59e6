-- Checks again which limits are reached in the club of the transaction, and removes the other limits from `full_storage` of the club and of
-- its members. A limit of bytes counts as reached if less than 1 MB is left. Tells all instances of the server to read the changed accounts
-- and the club again. Has to run after rows were deleted or limits were raised. Returns the number of changed members and clubs.
CREATE OR REPLACE FUNCTION refresh_full_storage() RETURNS bigint LANGUAGE plpgsql AS $$
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
