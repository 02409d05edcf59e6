-- additive
-- What others did that a member should hear of. What waits for the member (their turn, a challenge, a request, a message) is not noted:
-- it is read where it is, and so always true.

CREATE TABLE notices (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    -- Who did it, the last one.
    actor_id bigint NOT NULL,
    -- How often it happened since the member looked.
    events integer NOT NULL DEFAULT 1,
    photo_id bigint,
    game_id bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_read boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, id),
    CONSTRAINT notices_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT notices_actor FOREIGN KEY (club_id, actor_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT notices_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE CASCADE,
    CONSTRAINT notices_game FOREIGN KEY (club_id, game_id) REFERENCES games ON DELETE CASCADE,
    CONSTRAINT notices_kind_form CHECK (CASE kind
        WHEN 'accepted' THEN game_id IS NOT NULL AND photo_id IS NULL
        WHEN 'friend' THEN num_nonnulls(game_id, photo_id) = 0
        WHEN 'comment' THEN photo_id IS NOT NULL AND game_id IS NULL
        WHEN 'like' THEN photo_id IS NOT NULL AND game_id IS NULL
        ELSE false END),
    CONSTRAINT notices_events_form CHECK (events > 0)
);
-- The same again is counted where it stands, until the member has looked.
CREATE UNIQUE INDEX notices_unread ON notices
    (club_id, member_id, kind, coalesce(photo_id, game_id, actor_id)) WHERE NOT is_read;
CREATE INDEX notices_actor ON notices (club_id, actor_id);
CREATE INDEX notices_photo ON notices (club_id, photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX notices_game ON notices (club_id, game_id) WHERE game_id IS NOT NULL;
CREATE INDEX notices_age ON notices (club_id, created_at);
ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON notices USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- Of what the member does not want to hear: kinds of notices.
ALTER TABLE members ADD COLUMN quiet text[] NOT NULL DEFAULT '{}';
