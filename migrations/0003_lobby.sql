-- additive
-- Who is here, and who would like to play whom.

CREATE TABLE presence (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id),
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX presence_recent ON presence (club_id, seen_at);

CREATE TABLE challenges (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    from_member bigint NOT NULL,
    to_member bigint NOT NULL,
    state text NOT NULL DEFAULT 'open',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
    answered_at timestamptz,
    PRIMARY KEY (club_id, id),
    FOREIGN KEY (club_id, from_member) REFERENCES members ON DELETE CASCADE,
    FOREIGN KEY (club_id, to_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT challenges_not_oneself CHECK (from_member <> to_member),
    CONSTRAINT challenges_state_form CHECK (state IN ('open', 'accepted', 'refused', 'withdrawn', 'expired'))
);
-- One open challenge between two people, whoever asked.
CREATE UNIQUE INDEX challenges_one_open ON challenges
    (club_id, least(from_member, to_member), greatest(from_member, to_member)) WHERE state = 'open';
CREATE INDEX challenges_to ON challenges (club_id, to_member, id) WHERE state = 'open';
CREATE INDEX challenges_refused ON challenges (club_id, from_member, answered_at) WHERE state = 'refused';
CREATE INDEX challenges_from ON challenges (club_id, from_member, id) WHERE state = 'open';

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['presence', 'challenges'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
