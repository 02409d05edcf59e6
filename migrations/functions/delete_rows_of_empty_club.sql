-- Deletes up to `most` rows of the transaction's club if it has had no members for `days` days. Call it until the club itself, which comes
-- last, is deleted. Rows of the tables that are not listed are deleted with the members or with the club. Returns the number of deleted
-- rows. Returns 0 if somebody has joined, or if the data of a former member are not erased yet.
CREATE OR REPLACE FUNCTION delete_rows_of_empty_club(days integer, most integer) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    table_name text;
    deleted bigint;
BEGIN
    PERFORM FROM clubs c WHERE c.id = club AND c.member_count = 0 AND c.emptied_at < now() - make_interval(days => days) FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM memberships s WHERE s.club_id = club)
        OR EXISTS (SELECT FROM members m WHERE m.club_id = club AND m.left_at IS NOT NULL AND m.erased_at IS NULL)
    THEN RETURN 0; END IF;
    -- From now on, nobody can join the club.
    UPDATE clubs c SET visibility = 'private', emptied_at = '-infinity' WHERE c.id = club AND c.emptied_at > '-infinity';
    -- These are two statements, because each one uses its own partial index.
    DELETE FROM invitations i WHERE i.club_id = club AND i.revoked_at IS NULL;
    DELETE FROM invitations i WHERE i.club_id = club AND i.revoked_at IS NOT NULL;
    FOREACH table_name IN ARRAY
        '{reports,games,challenges,corrections,riddles,rides,parks,video_games,merged_video_games,members}'::text[]
    LOOP
        EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE club_id = $1 LIMIT $2))', table_name)
            USING club, most;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    DELETE FROM clubs c WHERE c.id = club;
    RETURN 1;
END $$;
