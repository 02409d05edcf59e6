-- additive
-- What a member did last with a title, for those who follow them; and what they are called on platforms.

ALTER TABLE library_entries
    ADD COLUMN news text,
    ADD COLUMN news_at timestamptz,
    ADD CONSTRAINT library_entries_news CHECK (news IN ('started', 'finished', 'rated') AND news_at IS NOT NULL OR news IS NULL);
CREATE INDEX library_entries_news ON library_entries (club_id, member_id, news_at DESC) WHERE news_at IS NOT NULL;

CREATE FUNCTION note_library_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state IN ('plays', 'again', 'finished') AND (TG_OP = 'INSERT' OR NEW.state <> OLD.state) THEN
        NEW.news := CASE NEW.state WHEN 'finished' THEN 'finished' ELSE 'started' END;
        NEW.news_at := now();
    ELSIF NEW.rating IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.rating IS DISTINCT FROM OLD.rating) THEN
        NEW.news := 'rated';
        NEW.news_at := now();
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER news BEFORE INSERT OR UPDATE OF state, rating ON library_entries FOR EACH ROW EXECUTE FUNCTION note_library_news();

CREATE TABLE platform_names (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    platform text NOT NULL,
    name text NOT NULL,
    audience text NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT platform_names_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT platform_names_once UNIQUE (club_id, member_id, platform, name),
    CONSTRAINT platform_names_form CHECK (length(platform) BETWEEN 1 AND 60 AND length(name) BETWEEN 1 AND 100
        AND audience IN ('club', 'friends', 'me'))
);

DO $$
DECLARE
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    ALTER TABLE platform_names ENABLE ROW LEVEL SECURITY;
    ALTER TABLE platform_names FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY club ON platform_names USING (%s) WITH CHECK (%1$s)', here);
END $$;
