-- additive
-- What was changed of parks and rides, by whom; and what members propose to change, until an admin has decided.

CREATE TABLE corrections (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- `park` or `ride`.
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    -- Who proposed it, or changed it at once. NULL: they have left.
    member_id bigint,
    decided_by bigint,
    -- `waiting`, `done` or `refused`.
    state text NOT NULL DEFAULT 'waiting',
    -- By the form's fields, as they are written there: {"maker": ["before", "after"]}.
    changes jsonb NOT NULL,
    -- How they know.
    evidence text NOT NULL DEFAULT '',
    made_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT corrections_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT corrections_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
    CONSTRAINT corrections_decided_by FOREIGN KEY (club_id, decided_by) REFERENCES members ON DELETE SET NULL (decided_by),
    CONSTRAINT corrections_form CHECK (kind IN ('park', 'ride') AND state IN ('waiting', 'done', 'refused')
        AND (state = 'waiting') = (decided_at IS NULL) AND length(evidence) <= 500)
);
CREATE INDEX corrections_of ON corrections (club_id, kind, subject_id, id) WHERE state = 'done';
CREATE INDEX corrections_waiting ON corrections (club_id, id) WHERE state = 'waiting';
CREATE INDEX corrections_by ON corrections (club_id, member_id, id);
CREATE INDEX corrections_decided ON corrections (club_id, decided_by, id) WHERE decided_by IS NOT NULL;
ALTER TABLE corrections ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON corrections USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- They go with what they are about.
CREATE FUNCTION forget_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM corrections WHERE club_id = OLD.club_id AND kind = TG_ARGV[0] AND subject_id = OLD.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER corrections AFTER DELETE ON rides FOR EACH ROW EXECUTE FUNCTION forget_corrections('ride');
CREATE TRIGGER corrections AFTER DELETE ON parks FOR EACH ROW EXECUTE FUNCTION forget_corrections('park');
