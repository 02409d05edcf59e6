-- additive
-- Clubs without members are deleted some time after the last member has left, a bounded number of rows at a time.

ALTER TABLE clubs ADD COLUMN emptied_at timestamptz;
UPDATE clubs SET emptied_at = now() WHERE member_count = 0;

CREATE FUNCTION note_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.emptied_at := CASE WHEN new.member_count = 0 THEN now() END;
    RETURN new;
END $$;
CREATE TRIGGER emptied BEFORE UPDATE OF member_count ON clubs FOR EACH ROW
    WHEN ((old.member_count = 0) <> (new.member_count = 0)) EXECUTE FUNCTION note_emptied();

-- Deletes at most so many rows of the segment's club, if it has been without members for so many days. Everything else goes with the
-- members and the club, which come last. Nobody can join once this has begun. Returns how many rows it has deleted.
CREATE FUNCTION delete_rows_of_empty_club(days integer, most integer) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    table_name text;
    deleted bigint;
BEGIN
    PERFORM FROM clubs c WHERE c.id = club AND c.member_count = 0 AND c.emptied_at < now() - make_interval(days => days) FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM members m WHERE m.club_id = club AND m.cleared_at IS NULL) THEN RETURN 0; END IF;
    UPDATE clubs c SET visibility = 'private' WHERE c.id = club AND c.visibility <> 'private';
    DELETE FROM invitations i WHERE i.club_id = club;
    FOREACH table_name IN ARRAY '{reports,games,challenges,corrections,riddles,rides,parks,titles,merged_titles,members}'::text[] LOOP
        EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE club_id = $1 LIMIT $2))', table_name)
            USING club, most;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    DELETE FROM clubs c WHERE c.id = club;
    RETURN 1;
END $$;
