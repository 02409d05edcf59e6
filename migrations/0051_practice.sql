-- additive
-- Plasticiti: two exercises, whose level follows the person. What is practised is its member's own.

-- How hard each game is for a member.
CREATE TABLE practice_levels (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    game text NOT NULL,
    -- The staircase: where it is, good games since it moved, where it went last, and whether it has turned.
    level smallint NOT NULL,
    run smallint NOT NULL DEFAULT 0,
    direction text,
    has_turned boolean NOT NULL DEFAULT false,
    -- Whether its member holds it where it is.
    is_held boolean NOT NULL DEFAULT false,
    -- What the last game did to it: `harder` or `easier`; NULL: nothing.
    moved text,
    -- The day, in UTC, on which it last went down by itself; whether it would again, and that is to be asked.
    eased_on date,
    asks_easier boolean NOT NULL DEFAULT false,
    played_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, game),
    CONSTRAINT practice_levels_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_levels_form CHECK (game IN ('wordley', 'slideit') AND level BETWEEN 1 AND 99 AND run BETWEEN 0 AND 2
        AND direction IN ('up', 'down') AND moved IN ('harder', 'easier'))
) WITH (fillfactor = 80);

-- How a member likes to practise.
CREATE TABLE practice_settings (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The order of keys on the screen, and on which side they stand.
    keyboard text NOT NULL DEFAULT 'letters',
    hand text NOT NULL DEFAULT 'both',
    -- One switch, two, or none; and how long the one rests on each key, in milliseconds.
    switches smallint NOT NULL DEFAULT 0,
    scan_pace integer NOT NULL DEFAULT 1500,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT practice_settings_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_settings_form CHECK (keyboard IN ('letters', 'qwerty') AND hand IN ('both', 'left', 'right')
        AND switches BETWEEN 0 AND 2 AND scan_pace BETWEEN 300 AND 10000)
);

-- Games that came to an end.
CREATE TABLE practice_results (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    game text NOT NULL,
    -- NULL: it was on no ladder, as the word of the day.
    level smallint,
    is_won boolean NOT NULL,
    -- Whether it counts as a good one for the staircase.
    is_good boolean NOT NULL,
    points integer NOT NULL,
    -- Guesses, or moves.
    steps integer NOT NULL,
    -- The fewest there could be: moves of the shuffle, or of the shortest way where that is known. NULL: there is no such number.
    least integer,
    hints smallint NOT NULL,
    -- Whether the staircase has counted it.
    is_counted boolean NOT NULL,
    finished_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, id),
    CONSTRAINT practice_results_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_results_form CHECK (game IN ('wordley', 'slideit') AND points >= 0 AND steps >= 0 AND hints >= 0
        AND (is_won OR points = 0) AND (level IS NOT NULL OR is_counted))
);
CREATE INDEX practice_results_of_game ON practice_results (club_id, member_id, game, id);
CREATE INDEX practice_results_uncounted ON practice_results (club_id, member_id, game, id) WHERE NOT is_counted;

-- What all of a member's games come to; kept by the same transaction.
CREATE TABLE practice_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    game text NOT NULL,
    games integer NOT NULL DEFAULT 0,
    won integer NOT NULL DEFAULT 0,
    points bigint NOT NULL DEFAULT 0,
    best integer NOT NULL DEFAULT 0,
    -- Won in a row, now and at best.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, game),
    CONSTRAINT practice_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_totals_form CHECK (game IN ('wordley', 'slideit') AND games >= won AND won >= 0 AND streak <= best_streak)
) WITH (fillfactor = 80);

CREATE FUNCTION total_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO practice_totals AS t (club_id, member_id, game, games, won, points, best, streak, best_streak)
    VALUES (NEW.club_id, NEW.member_id, NEW.game, 1, NEW.is_won::integer, NEW.points, NEW.points, NEW.is_won::integer, NEW.is_won::integer)
    ON CONFLICT (club_id, member_id, game) DO UPDATE SET games = t.games + 1, won = t.won + excluded.won,
        points = t.points + excluded.points, best = greatest(t.best, excluded.best),
        streak = CASE WHEN NEW.is_won THEN t.streak + 1 ELSE 0 END,
        best_streak = CASE WHEN NEW.is_won THEN greatest(t.best_streak, t.streak + 1) ELSE t.best_streak END;
    RETURN NULL;
END
$$;
CREATE TRIGGER total AFTER INSERT ON practice_results FOR EACH ROW EXECUTE FUNCTION total_practice();

CREATE TABLE wordley_games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- The word of the day's; NULL: one of one's own.
    day date,
    level smallint,
    answer text NOT NULL,
    rows smallint NOT NULL,
    gives_first boolean NOT NULL,
    is_hard boolean NOT NULL,
    -- The letters of a small keyboard; NULL: all.
    keys text,
    guesses text[] NOT NULL DEFAULT '{}',
    -- Places, from 1, whose letter was shown as help.
    helped smallint[] NOT NULL DEFAULT '{}',
    -- What is half-typed.
    draft text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'open',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT wordley_games_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT wordley_games_form CHECK (answer ~ '^[a-z]{3,7}$' AND rows BETWEEN 1 AND 10 AND cardinality(guesses) <= rows
        AND draft ~ '^[a-z]{0,7}$' AND state IN ('open', 'won', 'lost') AND (state = 'open') = (finished_at IS NULL)
        AND (day IS NULL) = (level IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX wordley_games_of ON wordley_games (club_id, member_id, id);
CREATE UNIQUE INDEX wordley_games_one_open ON wordley_games (club_id, member_id) WHERE state = 'open' AND day IS NULL;
CREATE UNIQUE INDEX wordley_games_one_a_day ON wordley_games (club_id, member_id, day) WHERE day IS NOT NULL;

CREATE FUNCTION finish_wordley() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_won boolean := NEW.state = 'won';
BEGIN
    INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, hints, is_counted)
    VALUES (NEW.club_id, NEW.member_id, 'wordley', NEW.level, is_won, is_won,
        CASE WHEN is_won THEN greatest(1, length(NEW.answer) * (NEW.rows - cardinality(NEW.guesses) + 1 - cardinality(NEW.helped))) ELSE 0 END,
        cardinality(NEW.guesses), cardinality(NEW.helped), NEW.level IS NULL);
    RETURN NULL;
END
$$;
CREATE TRIGGER finish AFTER UPDATE OF state ON wordley_games FOR EACH ROW WHEN (OLD.state = 'open' AND NEW.state <> 'open')
    EXECUTE FUNCTION finish_wordley();

CREATE TABLE slideit_games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    level smallint NOT NULL,
    size smallint NOT NULL,
    -- The moves of the shuffle from home; the game begins where they lead. Each move is a tile, written as a letter: a is 1.
    shuffle text NOT NULL,
    moves text NOT NULL DEFAULT '',
    -- Moves and what was taken back: what a browser has sent, it does not send again.
    acts integer NOT NULL DEFAULT 0,
    hints smallint NOT NULL DEFAULT 0,
    -- A way home from where the game was after so many moves: the last hint's.
    way text NOT NULL DEFAULT '',
    way_at integer,
    -- The tile that the last hint named, until something is moved.
    hinted smallint,
    -- What is on the tiles: `numbers`, `letters` or `photo`.
    face text NOT NULL DEFAULT 'numbers',
    photo_id bigint,
    -- The fewest moves there could be, where that is known.
    exact smallint,
    state text NOT NULL DEFAULT 'open',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT slideit_games_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT slideit_games_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id),
    CONSTRAINT slideit_games_form CHECK (size BETWEEN 3 AND 5 AND shuffle ~ '^[a-x]+$' AND length(shuffle) <= 400 AND moves ~ '^[a-x]*$'
        AND length(moves) <= 5000 AND way ~ '^[a-x]*$'
        AND face IN ('numbers', 'letters', 'photo') AND state IN ('open', 'won', 'lost')
        AND (state = 'open') = (finished_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX slideit_games_of ON slideit_games (club_id, member_id, id);
CREATE UNIQUE INDEX slideit_games_one_open ON slideit_games (club_id, member_id) WHERE state = 'open';
CREATE INDEX slideit_games_photos ON slideit_games (club_id, photo_id) WHERE photo_id IS NOT NULL;

CREATE FUNCTION finish_slideit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_won boolean := NEW.state = 'won';
    moves integer := length(NEW.moves);
    shuffle integer := length(NEW.shuffle);
BEGIN
    INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, least, hints, is_counted)
    VALUES (NEW.club_id, NEW.member_id, 'slideit', NEW.level, is_won, is_won AND NEW.hints = 0 AND moves <= 2 * shuffle,
        CASE WHEN is_won THEN greatest(1, NEW.size * NEW.size + shuffle - greatest(0, moves - shuffle) - 5 * NEW.hints) ELSE 0 END,
        moves, coalesce(NEW.exact, shuffle), NEW.hints, false);
    RETURN NULL;
END
$$;
CREATE TRIGGER finish AFTER UPDATE OF state ON slideit_games FOR EACH ROW WHEN (OLD.state = 'open' AND NEW.state <> 'open')
    EXECUTE FUNCTION finish_slideit();

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY
        ARRAY['practice_levels', 'practice_settings', 'practice_results', 'practice_totals', 'wordley_games', 'slideit_games'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))
            WITH CHECK (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))', name);
    END LOOP;
END $$;
