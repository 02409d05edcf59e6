-- A notice is of something of its kind: each kind to come needs no column here, but a trigger `forget_notices` on its table. Servers that
-- name a notice's photo or game cannot run on beside this.

ALTER TABLE notices
    -- What it is about: of which table, its kind says.
    ADD COLUMN subject_id bigint,
    DROP CONSTRAINT notices_kind_form;
UPDATE notices SET subject_id = coalesce(photo_id, game_id, actor_id);
ALTER TABLE notices
    ALTER COLUMN subject_id SET NOT NULL,
    DROP COLUMN photo_id,
    DROP COLUMN game_id,
    ADD CONSTRAINT notices_kind_form CHECK (kind ~ '^[a-z]+$');
CREATE UNIQUE INDEX notices_once ON notices (club_id, member_id, kind, subject_id);
CREATE INDEX notices_subject ON notices (club_id, subject_id, kind);

-- What is told of something goes with it. Nothing is noted of it meanwhile: whoever notes something holds it (`FOR KEY SHARE`).
CREATE FUNCTION forget_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notices WHERE club_id = OLD.club_id AND subject_id = OLD.id AND kind = ANY (TG_ARGV);
    RETURN NULL;
END
$$;
CREATE TRIGGER notices AFTER DELETE ON games FOR EACH ROW EXECUTE FUNCTION forget_notices('accepted');
CREATE TRIGGER notices AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION forget_notices('comment', 'like');
