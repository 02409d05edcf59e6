-- additive
-- Links by which somebody without an account looks at what a member has practised.

CREATE TABLE practice_links (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- SHA-256 of what the address has.
    token_hash bytea NOT NULL,
    -- For whom it is, for its member alone.
    label text NOT NULL,
    -- What is in it: `wordley`, `slideit`, `taps`, `tasks`.
    parts text[] NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz NOT NULL DEFAULT now() + interval '30 days',
    -- When somebody last looked; NULL: nobody has.
    seen_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT practice_links_token UNIQUE (token_hash),
    CONSTRAINT practice_links_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_links_form CHECK (length(label) BETWEEN 1 AND 50 AND parts <@ '{wordley,slideit,taps,tasks}' AND parts <> '{}')
);
CREATE INDEX practice_links_of ON practice_links (club_id, member_id, id);
CREATE INDEX practice_links_ends ON practice_links (club_id, ends_at);

-- Whoever has the address sees its row, without a club.
ALTER TABLE practice_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE practice_links FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON practice_links USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
        OR token_hash = (SELECT decode(nullif(current_setting('app.practice_link', true), ''), 'hex')))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));
