-- additive
-- Whom somebody in the club has blocked who has left it since: the block holds when they come again.

CREATE TABLE blocked_accounts (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- Not a reference: club tables refer to nothing but club tables.
    account_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id, account_id),
    CONSTRAINT blocked_accounts_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX blocked_accounts_of ON blocked_accounts (club_id, account_id);
ALTER TABLE blocked_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON blocked_accounts USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- A page of photos is the newest for the club, and the newest of one's friends for friends.
DROP INDEX photos_feed;
CREATE INDEX photos_for_the_club ON photos (club_id, id) WHERE audience = 'club';
CREATE INDEX photos_for_friends ON photos (club_id, member_id, id) WHERE audience = 'friends';

-- One notice for each thing there is to hear of, read or not.
DELETE FROM notices a USING notices b WHERE a.club_id = b.club_id AND a.member_id = b.member_id AND a.kind = b.kind
    AND coalesce(a.photo_id, a.game_id, a.actor_id) = coalesce(b.photo_id, b.game_id, b.actor_id) AND a.id < b.id;
DROP INDEX notices_unread;
CREATE UNIQUE INDEX notices_once ON notices (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id));
CREATE INDEX notices_unread ON notices (club_id, member_id) WHERE NOT is_read;
