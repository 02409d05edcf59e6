-- Who sees what of a member, for kinds of things as features name them: a kind in neither list is for the club. Servers that read one
-- column for each kind cannot run on beside this.

ALTER TABLE members
    ADD COLUMN for_friends text[] NOT NULL DEFAULT '{}',
    ADD COLUMN for_me text[] NOT NULL DEFAULT '{}',
    -- Whether leaderboards show the member.
    ADD COLUMN is_ranked boolean NOT NULL DEFAULT true;

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE members NO FORCE ROW LEVEL SECURITY;
UPDATE members SET
    for_friends = array_remove(ARRAY[
        CASE about_for WHEN 'friends' THEN 'about' END, CASE games_for WHEN 'friends' THEN 'games' END,
        CASE friends_for WHEN 'friends' THEN 'friends' END, CASE seen_for WHEN 'friends' THEN 'seen' END], NULL),
    for_me = array_remove(ARRAY[
        CASE about_for WHEN 'me' THEN 'about' END, CASE games_for WHEN 'me' THEN 'games' END,
        CASE friends_for WHEN 'me' THEN 'friends' END, CASE seen_for WHEN 'me' THEN 'seen' END], NULL)
    WHERE ARRAY[about_for, games_for, friends_for, seen_for] <> '{club,club,club,club}';
ALTER TABLE members FORCE ROW LEVEL SECURITY;

ALTER TABLE members
    DROP COLUMN about_for,
    DROP COLUMN games_for,
    DROP COLUMN friends_for,
    DROP COLUMN seen_for,
    ADD CONSTRAINT members_one_audience CHECK (NOT for_friends && for_me);

-- The few who stay out are taken off the counts by which the others find their rank.
CREATE INDEX members_unranked ON members (club_id, id) WHERE NOT is_ranked;
