-- additive
-- What members are ranked by: games that they finish in a year, those of them about which they say something, and shelves that the club sees.

CREATE TABLE library_scores (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    measure text NOT NULL,
    -- In which they were finished. 0: it is of no year.
    year smallint NOT NULL,
    amount integer NOT NULL,
    PRIMARY KEY (club_id, member_id, measure, year),
    CONSTRAINT library_scores_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_scores_form CHECK (measure IN ('finished', 'reviews', 'shelves'))
) WITH (fillfactor = 80);
CREATE INDEX library_scores_ranked ON library_scores (club_id, measure, year, amount DESC, member_id) WHERE amount > 0;

-- The day on which its member began with a title that they play, or finished it: as they say, or else when it came onto that list. NULL:
-- nobody knows, as of what comes from a file without days, or it is on another list.
ALTER TABLE library_entries ADD COLUMN active_on date;
ALTER TABLE library_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE shelves NO FORCE ROW LEVEL SECURITY;
UPDATE library_entries SET active_on = coalesce(CASE state WHEN 'finished' THEN finished ELSE started END,
    (changed_at AT TIME ZONE 'UTC')::date) WHERE state IN ('plays', 'again', 'finished');
CREATE INDEX library_entries_active ON library_entries (club_id, active_on) WHERE active_on IS NOT NULL;

-- The year in which an entry was finished. 0: nobody knows.
CREATE FUNCTION finished_in(entry library_entries) RETURNS smallint LANGUAGE sql STABLE AS $$
    SELECT coalesce(extract(year FROM entry.active_on), 0)::smallint
$$;

CREATE FUNCTION score_library(club bigint, member bigint, what text, in_year smallint, change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF change < 0 THEN
        UPDATE library_scores SET amount = amount + change
            WHERE club_id = club AND member_id = member AND measure = what AND year = in_year;
    ELSE
        INSERT INTO library_scores AS s (club_id, member_id, measure, year, amount) VALUES (club, member, what, in_year, change)
            ON CONFLICT (club_id, member_id, measure, year) DO UPDATE SET amount = s.amount + excluded.amount;
    END IF;
END
$$;

CREATE FUNCTION score_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        IF OLD.state = 'finished' THEN PERFORM score_library(OLD.club_id, OLD.member_id, 'finished', finished_in(OLD), -1); END IF;
        IF OLD.state = 'finished' AND OLD.note <> '' THEN PERFORM score_library(OLD.club_id, OLD.member_id, 'reviews', 0::smallint, -1); END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        IF NEW.state = 'finished' THEN PERFORM score_library(NEW.club_id, NEW.member_id, 'finished', finished_in(NEW), 1); END IF;
        IF NEW.state = 'finished' AND NEW.note <> '' THEN PERFORM score_library(NEW.club_id, NEW.member_id, 'reviews', 0::smallint, 1); END IF;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER scores AFTER INSERT OR DELETE ON library_entries FOR EACH ROW EXECUTE FUNCTION score_entry();
CREATE TRIGGER scores_changed AFTER UPDATE ON library_entries FOR EACH ROW
    WHEN ((OLD.state, OLD.active_on, OLD.note <> '') IS DISTINCT FROM (NEW.state, NEW.active_on, NEW.note <> ''))
    EXECUTE FUNCTION score_entry();

CREATE FUNCTION score_shelf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.audience = 'club' THEN
        PERFORM score_library(OLD.club_id, OLD.member_id, 'shelves', 0::smallint, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.audience = 'club' THEN
        PERFORM score_library(NEW.club_id, NEW.member_id, 'shelves', 0::smallint, 1);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER scores AFTER INSERT OR DELETE OR UPDATE OF audience ON shelves FOR EACH ROW EXECUTE FUNCTION score_shelf();

INSERT INTO library_scores (club_id, member_id, measure, year, amount)
    SELECT club_id, member_id, 'finished', finished_in(e), count(*) FROM library_entries e WHERE state = 'finished' GROUP BY 1, 2, 4
    UNION ALL SELECT club_id, member_id, 'reviews', 0, count(*) FROM library_entries WHERE state = 'finished' AND note <> '' GROUP BY 1, 2
    UNION ALL SELECT club_id, member_id, 'shelves', 0, count(*) FROM shelves WHERE audience = 'club' GROUP BY 1, 2;
ALTER TABLE library_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE shelves FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    ALTER TABLE library_scores ENABLE ROW LEVEL SECURITY;
    ALTER TABLE library_scores FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY club ON library_scores USING (%s) WITH CHECK (%1$s)', here);
END $$;
