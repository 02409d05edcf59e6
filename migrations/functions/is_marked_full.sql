-- Returns whether `full_storage` of a member contains the limit `name`. If `member` is 0, this is `full_storage` of the club.
CREATE OR REPLACE FUNCTION is_marked_full(club bigint, member bigint, name text) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RETURN CASE WHEN member = 0 THEN EXISTS (SELECT FROM clubs c WHERE c.id = club AND name = ANY (c.full_storage))
        ELSE EXISTS (SELECT FROM memberships m WHERE m.club_id = club AND m.member_id = member AND name = ANY (m.full_storage)) END;
END $$;
