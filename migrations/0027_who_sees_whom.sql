-- Who sees whom. Memberships and invitations show themselves to the club, the account or the code that the segment names, and to nobody
-- else. Servers that name no account when they read somebody's memberships would see none: they cannot run on beside this.

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY club_or_account ON memberships
    USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint
        OR account_id = nullif(current_setting('app.account_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY club_or_code ON invitations
    USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint
        OR code = nullif(current_setting('app.invitation_code', true), ''))
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- The one rule about blocks: whoever blocked whom, both are apart, and no statement brings them together. With the rights of whoever
-- asks, as row-level security holds for the blocks.
CREATE VIEW apart (club_id, member_id, other_id) WITH (security_invoker = true) AS
    SELECT club_id, member_id, blocked_id FROM blocks
    UNION ALL SELECT club_id, blocked_id, member_id FROM blocks;
