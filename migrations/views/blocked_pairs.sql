-- Pairs of members of whom one has blocked the other, in both directions. The two members may neither see nor meet each other. The view has
-- the rights of the role that reads it, so that row-level security applies.
CREATE OR REPLACE VIEW blocked_pairs (club_id, member_id, other_id) WITH (security_invoker = true) AS
    SELECT club_id, member_id, blocked_id FROM blocks UNION ALL SELECT club_id, blocked_id, member_id FROM blocks;
