-- additive
-- Clubs without members are deleted some time after the last member has left, a bounded number of rows at a time.

-- When the last member has left. -infinity: its deletion has begun, and nobody can join any more.
ALTER TABLE clubs ADD COLUMN emptied_at timestamptz;
UPDATE clubs SET emptied_at = now() WHERE member_count = 0;

CREATE FUNCTION note_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF old.emptied_at = '-infinity' THEN
        RAISE EXCEPTION 'the club is being deleted' USING ERRCODE = 'BW003', CONSTRAINT = 'club_deleted';
    END IF;
    new.emptied_at := CASE WHEN new.member_count = 0 THEN now() END;
    RETURN new;
END $$;
CREATE TRIGGER emptied BEFORE UPDATE OF member_count ON clubs FOR EACH ROW
    WHEN ((old.member_count = 0) <> (new.member_count = 0)) EXECUTE FUNCTION note_emptied();

-- Deletes at most so many rows of the segment's club, if it has been without members for so many days. Everything else goes with the
-- members and the club, which come last. Returns how many rows it has deleted.
CREATE FUNCTION delete_rows_of_empty_club(days integer, most integer) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    table_name text;
    deleted bigint;
BEGIN
    PERFORM FROM clubs c WHERE c.id = club AND c.member_count = 0 AND c.emptied_at < now() - make_interval(days => days) FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM memberships s WHERE s.club_id = club)
        OR EXISTS (SELECT FROM members m WHERE m.club_id = club AND m.left_at IS NOT NULL AND m.cleared_at IS NULL)
    THEN RETURN 0; END IF;
    UPDATE clubs c SET visibility = 'private', emptied_at = '-infinity' WHERE c.id = club AND c.emptied_at > '-infinity';
    -- Two statements, as there is one index for each.
    DELETE FROM invitations i WHERE i.club_id = club AND i.revoked_at IS NULL;
    DELETE FROM invitations i WHERE i.club_id = club AND i.revoked_at IS NOT NULL;
    FOREACH table_name IN ARRAY '{reports,games,challenges,corrections,riddles,rides,parks,titles,merged_titles,members}'::text[] LOOP
        EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE club_id = $1 LIMIT $2))', table_name)
            USING club, most;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    DELETE FROM clubs c WHERE c.id = club;
    RETURN 1;
END $$;
