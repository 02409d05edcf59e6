-- additive
-- Whoever leaves a club leaves their games behind, under no name; everything else of theirs goes, a part at a time. And an account that
-- is to be deleted waits for 30 days.

ALTER TABLE members
    -- They are no member any more.
    ADD COLUMN left_at timestamptz,
    -- What was theirs has gone.
    ADD COLUMN cleared_at timestamptz,
    ADD CONSTRAINT members_departure CHECK (left_at IS NOT NULL OR cleared_at IS NULL);
CREATE INDEX members_to_clear ON members (club_id, left_at) WHERE left_at IS NOT NULL AND cleared_at IS NULL;

ALTER TABLE accounts ADD COLUMN deletion_at timestamptz;
CREATE INDEX accounts_to_delete ON accounts (deletion_at) WHERE deletion_at IS NOT NULL;

-- By whom, for those who take what is theirs, or go.
CREATE INDEX lines_of_a_member ON lines (club_id, member_id, id);
CREATE INDEX challenges_by ON challenges (club_id, from_member, id);
CREATE INDEX challenges_for ON challenges (club_id, to_member);
CREATE INDEX games_of_x ON games (club_id, x_member, id);
CREATE INDEX games_of_o ON games (club_id, o_member, id);
CREATE INDEX reports_decided ON reports (club_id, decided_by) WHERE decided_by IS NOT NULL;
