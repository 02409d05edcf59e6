-- Adds the limit `what` to `full_storage` of a member, or of the club if `member` is 0. If `full_storage` has changed, tells all instances
-- of the server to read the account or the club again.
CREATE OR REPLACE FUNCTION mark_full_storage(club bigint, member bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
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
