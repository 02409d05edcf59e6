-- additive
-- Whoever leaves a club has 30 days to think again, as with an account. And who has forgotten their password gets a link that lets them set
-- another, once, from the operator alone; of the link nothing is kept but what it is told by.

ALTER TABLE memberships ADD COLUMN leaving_at timestamptz;
CREATE INDEX memberships_leaving ON memberships (club_id, leaving_at) WHERE leaving_at IS NOT NULL;

CREATE TABLE reset_links (
    token_hash bytea PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '30 minutes'
);
CREATE INDEX reset_links_of ON reset_links (account_id);
CREATE INDEX reset_links_expired ON reset_links (expires_at);

-- The world sees how many are in an open club; who they are, if an admin says so.
ALTER TABLE clubs ADD COLUMN shows_members boolean NOT NULL DEFAULT false;

-- A leaderboard would tell the record that a member keeps to themselves.
ALTER TABLE members NO FORCE ROW LEVEL SECURITY;
UPDATE members SET is_ranked = false WHERE is_ranked AND 'games' = ANY (for_friends || for_me);
ALTER TABLE members FORCE ROW LEVEL SECURITY;
