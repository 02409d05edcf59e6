-- additive
-- Who would not see whom: a block hides both from each other.

CREATE TABLE blocks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    blocked_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, blocked_id),
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT blocks_blocked FOREIGN KEY (club_id, blocked_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT blocks_not_oneself CHECK (member_id <> blocked_id)
);
CREATE INDEX blocks_of ON blocks (club_id, blocked_id);

-- Whom a member does not see, whoever blocked whom: kept with the membership, which every request knows anyway.
ALTER TABLE memberships ADD COLUMN hidden bigint[] NOT NULL DEFAULT '{}';

-- Lines that somebody would have an admin look at.
CREATE TABLE reports (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    line_id bigint NOT NULL,
    member_id bigint NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- What an admin made of it; null: not looked at yet.
    verdict text,
    decided_at timestamptz,
    decided_by bigint,
    PRIMARY KEY (club_id, id),
    FOREIGN KEY (club_id, line_id) REFERENCES lines ON DELETE CASCADE,
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    FOREIGN KEY (club_id, decided_by) REFERENCES members,
    CONSTRAINT reports_once UNIQUE (club_id, line_id, member_id),
    CONSTRAINT reports_reason_form CHECK (reason IN ('unkind', 'spam', 'private', 'other')),
    CONSTRAINT reports_verdict_form CHECK (verdict IN ('removed', 'kept')),
    CONSTRAINT reports_decision CHECK (num_nonnulls(verdict, decided_at, decided_by) IN (0, 3))
);
CREATE INDEX reports_open ON reports (club_id, line_id) WHERE verdict IS NULL;
CREATE INDEX reports_by ON reports (club_id, member_id);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['blocks', 'reports'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
