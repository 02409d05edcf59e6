-- additive
-- Whose requests a member has ignored: it holds when they stop following, and follow again.

CREATE TABLE dismissals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    follower_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, follower_id),
    CONSTRAINT dismissals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT dismissals_follower FOREIGN KEY (club_id, follower_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX dismissals_of ON dismissals (club_id, follower_id);
ALTER TABLE dismissals ENABLE ROW LEVEL SECURITY;
ALTER TABLE dismissals FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON dismissals USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);
