-- additive
-- What a member puts into a link that invites somebody to play with them: nobody else can make one in their name.

ALTER TABLE members ADD COLUMN play_code text NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 20);
CREATE UNIQUE INDEX members_play_code ON members (club_id, play_code);

-- Games to watch, without those against the machine; and games that nobody plays any more.
DROP INDEX games_running;
CREATE INDEX games_running ON games (club_id, id) WHERE outcome = 'running' AND machine IS NULL;
CREATE INDEX games_left ON games (club_id, moved_at) WHERE outcome = 'running';
