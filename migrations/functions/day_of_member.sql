-- Returns the current date in the time zone of a member. Returns the date in UTC if the member has left the club.
CREATE OR REPLACE FUNCTION day_of_member(of_club bigint, of_member bigint) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (now() AT TIME ZONE coalesce((SELECT a.time_zone FROM memberships m JOIN accounts a ON a.id = m.account_id
        WHERE m.club_id = of_club AND m.member_id = of_member), 'UTC'))::date
$$;
