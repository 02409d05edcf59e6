-- additive
-- Who follows whom: two who follow each other are friends. And who sees what.

CREATE TABLE follows (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    followed_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- There is one the other way round, too: kept in the same transaction, so that a list of friends is one index to read.
    is_mutual boolean NOT NULL DEFAULT false,
    -- Whoever is followed does not want to be asked about it.
    is_ignored boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, followed_id),
    CONSTRAINT follows_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT follows_followed FOREIGN KEY (club_id, followed_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT follows_not_oneself CHECK (member_id <> followed_id),
    CONSTRAINT follows_friends CHECK (NOT (is_mutual AND is_ignored))
);
CREATE INDEX follows_friends_of ON follows (club_id, member_id, followed_id) WHERE is_mutual;
CREATE INDEX follows_of ON follows (club_id, followed_id);
CREATE INDEX follows_requests ON follows (club_id, followed_id, created_at) WHERE NOT is_mutual AND NOT is_ignored;
ALTER TABLE follows ENABLE ROW LEVEL SECURITY;
ALTER TABLE follows FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON follows USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- Who sees what of a member: `club`, `friends`, `me`.
ALTER TABLE members
    ADD COLUMN about_for text NOT NULL DEFAULT 'club',
    ADD COLUMN games_for text NOT NULL DEFAULT 'club',
    ADD COLUMN friends_for text NOT NULL DEFAULT 'club',
    -- When they were last here.
    ADD COLUMN seen_for text NOT NULL DEFAULT 'club',
    ADD CONSTRAINT members_audiences_form CHECK (
        about_for IN ('club', 'friends', 'me') AND games_for IN ('club', 'friends', 'me')
        AND friends_for IN ('club', 'friends', 'me') AND seen_for IN ('club', 'friends', 'me'));

-- Who sees a photo.
ALTER TABLE photos ADD COLUMN audience text NOT NULL DEFAULT 'club',
    ADD CONSTRAINT photos_audience_form CHECK (audience IN ('club', 'friends', 'me'));
CREATE INDEX photos_feed ON photos (club_id, id) WHERE audience <> 'me';
