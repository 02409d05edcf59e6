-- Adds rows and bytes to a storage account, or subtracts them if the numbers are negative. The triggers on the tables in the view
-- `stored_tables` call it. If a limit is exceeded and `refuses` is true, the statement fails with SQLSTATE BW001 and the constraint
-- storage_<name>, where the name is that of the limit. The server sets the limits on its connections as boardwalk.limit_<name>. A
-- connection without these settings, such as one of psql, has no limits.
CREATE OR REPLACE FUNCTION change_storage(
    club bigint, member bigint, what text, added bigint, added_bytes bigint, refuses boolean
) RETURNS void LANGUAGE plpgsql AS $$
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
    IF total.rows >= most AND total.rows - added < most THEN PERFORM mark_full_storage(club, member, what); END IF;
    PERFORM check_stored_bytes(club, member, total.account_id, what, total.bytes, added_bytes, refuses);
END $$;
