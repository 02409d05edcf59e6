-- additive
-- A statement's plan is kept, and serves every club. The planner looks up what `current_setting` gives when it makes one: made for a small
-- club, it read a large one through whole indexes (a park's page: 60 times as dear). What a subquery gives it does not look at.
DO $$
DECLARE
    rule constant text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
    policy record;
    other text;
BEGIN
    FOR policy IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public' LOOP
        other := CASE policy.tablename
            WHEN 'memberships' THEN ' OR account_id = (SELECT nullif(current_setting(''app.account_id'', true), '''')::bigint)'
            WHEN 'invitations' THEN ' OR code = (SELECT nullif(current_setting(''app.invitation_code'', true), ''''))' ELSE '' END;
        EXECUTE format('ALTER POLICY %I ON %I USING (%s%s) WITH CHECK (%s)', policy.policyname, policy.tablename, rule, other, rule);
    END LOOP;
END $$;
