-- additive
-- What members have of titles, what they make of them, and what that comes to.

CREATE TABLE library_entries (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    title_id bigint NOT NULL,
    -- The same, if the title is the club's: it goes with it. Everybody's titles stay.
    own_title_id bigint,
    state text NOT NULL,
    -- Of ten.
    rating smallint,
    -- Minutes played.
    minutes integer,
    platform text NOT NULL DEFAULT '',
    note text NOT NULL DEFAULT '',
    started date,
    finished date,
    added_at timestamptz NOT NULL DEFAULT now(),
    -- When its state last changed.
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- Where it stands in its list: the first has the least.
    place double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, title_id),
    CONSTRAINT library_entries_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_entries_own_title FOREIGN KEY (club_id, own_title_id) REFERENCES titles (club_id, id) ON DELETE CASCADE,
    CONSTRAINT library_entries_one_title CHECK (own_title_id = title_id),
    CONSTRAINT library_entries_form CHECK (state IN ('wants', 'plays', 'finished', 'aside', 'again') AND rating BETWEEN 1 AND 10
        AND minutes BETWEEN 0 AND 6000000 AND length(platform) <= 100 AND length(note) <= 1000)
) WITH (fillfactor = 80);
CREATE INDEX library_entries_list ON library_entries (club_id, member_id, state, place, title_id);
CREATE INDEX library_entries_own ON library_entries (club_id, own_title_id) WHERE own_title_id IS NOT NULL;
CREATE INDEX library_entries_players ON library_entries (club_id, title_id, state, member_id);

-- What a club has of a title.
CREATE TABLE title_totals (
    club_id bigint NOT NULL,
    title_id bigint NOT NULL,
    members integer NOT NULL,
    players integer NOT NULL,
    ratings integer NOT NULL,
    rated bigint NOT NULL,
    PRIMARY KEY (club_id, title_id),
    CONSTRAINT title_totals_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX title_totals_most ON title_totals (club_id, members DESC, title_id) WHERE members > 0;

-- How many a member has in each list.
CREATE TABLE library_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    state text NOT NULL,
    titles integer NOT NULL,
    PRIMARY KEY (club_id, member_id, state),
    CONSTRAINT library_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 80);

-- Totals follow the entries, in the same transaction: a player is whoever plays it, again or for the first time, or has finished it.
CREATE FUNCTION total_library() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE title_totals SET members = members - 1, players = players - (OLD.state IN ('plays', 'again', 'finished'))::integer,
            ratings = ratings - (OLD.rating IS NOT NULL)::integer, rated = rated - coalesce(OLD.rating, 0)
            WHERE club_id = OLD.club_id AND title_id = OLD.title_id;
        UPDATE library_totals SET titles = titles - 1 WHERE club_id = OLD.club_id AND member_id = OLD.member_id AND state = OLD.state;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO title_totals AS t (club_id, title_id, members, players, ratings, rated)
            VALUES (NEW.club_id, NEW.title_id, 1, (NEW.state IN ('plays', 'again', 'finished'))::integer, (NEW.rating IS NOT NULL)::integer,
                coalesce(NEW.rating, 0))
            ON CONFLICT (club_id, title_id) DO UPDATE SET members = t.members + 1, players = t.players + excluded.players,
                ratings = t.ratings + excluded.ratings, rated = t.rated + excluded.rated;
        INSERT INTO library_totals AS t (club_id, member_id, state, titles) VALUES (NEW.club_id, NEW.member_id, NEW.state, 1)
            ON CONFLICT (club_id, member_id, state) DO UPDATE SET titles = t.titles + 1;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER totals AFTER INSERT OR DELETE ON library_entries FOR EACH ROW EXECUTE FUNCTION total_library();
CREATE TRIGGER totals_changed AFTER UPDATE ON library_entries FOR EACH ROW
    WHEN ((OLD.state, OLD.rating) IS DISTINCT FROM (NEW.state, NEW.rating)) EXECUTE FUNCTION total_library();

DO $$
DECLARE
    name text;
    here text := 'club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint)';
BEGIN
    FOREACH name IN ARRAY ARRAY['library_entries', 'title_totals', 'library_totals'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (%s) WITH CHECK (%2$s)', name, here);
    END LOOP;
END $$;
