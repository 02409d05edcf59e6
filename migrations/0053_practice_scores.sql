-- additive
-- What is practised, by day; trophies of one's own; a score that begins anew; how one taps; and who sees it.

ALTER TABLE practice_settings
    -- Whether it is measured how one taps.
    ADD COLUMN measures_taps boolean NOT NULL DEFAULT true,
    -- Whether a clock runs, for whoever wants one.
    ADD COLUMN shows_clock boolean NOT NULL DEFAULT false,
    -- Whether their member is on the leaderboard.
    ADD COLUMN is_ranked boolean NOT NULL DEFAULT false,
    -- The last game before the score began anew, and when that was; results up to it are kept for 30 days.
    ADD COLUMN reset_id bigint NOT NULL DEFAULT 0,
    ADD COLUMN reset_at timestamptz;
CREATE INDEX practice_settings_reset ON practice_settings (club_id, reset_at) WHERE reset_at IS NOT NULL;

ALTER TABLE practice_results
    -- The day where its member was.
    ADD COLUMN day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    ADD COLUMN started_at timestamptz,
    -- Taps on the left half and the right half, the milliseconds between them and those before, and those that hit nothing that moves.
    ADD COLUMN left_taps integer NOT NULL DEFAULT 0,
    ADD COLUMN left_ms bigint NOT NULL DEFAULT 0,
    ADD COLUMN left_missed integer NOT NULL DEFAULT 0,
    ADD COLUMN right_taps integer NOT NULL DEFAULT 0,
    ADD COLUMN right_ms bigint NOT NULL DEFAULT 0,
    ADD COLUMN right_missed integer NOT NULL DEFAULT 0;

ALTER TABLE slideit_games
    ADD COLUMN left_taps integer NOT NULL DEFAULT 0,
    ADD COLUMN left_ms bigint NOT NULL DEFAULT 0,
    ADD COLUMN left_missed integer NOT NULL DEFAULT 0,
    ADD COLUMN right_taps integer NOT NULL DEFAULT 0,
    ADD COLUMN right_ms bigint NOT NULL DEFAULT 0,
    ADD COLUMN right_missed integer NOT NULL DEFAULT 0;

ALTER TABLE practice_totals
    -- Won without a hint, or a letter as help.
    ADD COLUMN unaided integer NOT NULL DEFAULT 0,
    -- The highest level on which one was won.
    ADD COLUMN best_level smallint NOT NULL DEFAULT 0,
    -- Won off the ladder: words of the day.
    ADD COLUMN daily integer NOT NULL DEFAULT 0,
    -- As `practice_settings` has it.
    ADD COLUMN is_ranked boolean NOT NULL DEFAULT false;
CREATE INDEX practice_totals_by_points ON practice_totals (club_id, game, points DESC, member_id) WHERE is_ranked;

-- What was practised on a day.
CREATE TABLE practice_days (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    day date NOT NULL,
    games integer NOT NULL,
    PRIMARY KEY (club_id, member_id, day),
    CONSTRAINT practice_days_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 80);

CREATE OR REPLACE FUNCTION total_practice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unaided boolean := NEW.is_won AND NEW.hints = 0;
    daily boolean := NEW.is_won AND NEW.level IS NULL;
    best smallint := CASE WHEN NEW.is_won THEN coalesce(NEW.level, 0) ELSE 0 END;
BEGIN
    INSERT INTO practice_totals AS t (club_id, member_id, game, games, won, points, best, streak, best_streak, unaided, best_level, daily,
        is_ranked)
    VALUES (NEW.club_id, NEW.member_id, NEW.game, 1, NEW.is_won::integer, NEW.points, NEW.points, NEW.is_won::integer, NEW.is_won::integer,
        unaided::integer, best, daily::integer, coalesce((SELECT s.is_ranked FROM practice_settings s
            WHERE s.club_id = NEW.club_id AND s.member_id = NEW.member_id), false))
    ON CONFLICT (club_id, member_id, game) DO UPDATE SET games = t.games + 1, won = t.won + excluded.won,
        points = t.points + excluded.points, best = greatest(t.best, excluded.best),
        streak = CASE WHEN NEW.is_won THEN t.streak + 1 ELSE 0 END,
        best_streak = CASE WHEN NEW.is_won THEN greatest(t.best_streak, t.streak + 1) ELSE t.best_streak END,
        unaided = t.unaided + excluded.unaided, best_level = greatest(t.best_level, excluded.best_level), daily = t.daily + excluded.daily;
    INSERT INTO practice_days AS d (club_id, member_id, day, games) VALUES (NEW.club_id, NEW.member_id, NEW.day, 1)
    ON CONFLICT (club_id, member_id, day) DO UPDATE SET games = d.games + 1;
    RETURN NULL;
END
$$;

-- Counts a member's score anew, of the results behind the last time that it began anew.
CREATE FUNCTION recount_practice(of_club bigint, of_member bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    settings practice_settings := (SELECT s FROM practice_settings s WHERE s.club_id = of_club AND s.member_id = of_member);
    since bigint := coalesce(settings.reset_id, 0);
BEGIN
    DELETE FROM practice_totals WHERE club_id = of_club AND member_id = of_member;
    DELETE FROM practice_days WHERE club_id = of_club AND member_id = of_member;
    WITH played AS (
        SELECT *, count(*) FILTER (WHERE NOT is_won) OVER (PARTITION BY game ORDER BY id) AS lost
        FROM practice_results WHERE club_id = of_club AND member_id = of_member AND id > since
    ), runs AS (
        SELECT game, lost, count(*) FILTER (WHERE is_won) AS length FROM played GROUP BY game, lost
    )
    INSERT INTO practice_totals (club_id, member_id, game, games, won, points, best, streak, best_streak, unaided, best_level, daily, is_ranked)
    SELECT of_club, of_member, p.game, count(*), count(*) FILTER (WHERE p.is_won), sum(p.points), max(p.points),
        (SELECT r.length FROM runs r WHERE r.game = p.game ORDER BY r.lost DESC LIMIT 1),
        (SELECT max(r.length) FROM runs r WHERE r.game = p.game),
        count(*) FILTER (WHERE p.is_won AND p.hints = 0), coalesce(max(p.level) FILTER (WHERE p.is_won), 0),
        count(*) FILTER (WHERE p.is_won AND p.level IS NULL), coalesce(settings.is_ranked, false)
    FROM played p GROUP BY p.game;
    INSERT INTO practice_days (club_id, member_id, day, games)
    SELECT of_club, of_member, day, count(*) FROM practice_results WHERE club_id = of_club AND member_id = of_member AND id > since
    GROUP BY day;
    RETURN 1;
END
$$;

CREATE OR REPLACE FUNCTION finish_wordley() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_won boolean := NEW.state = 'won';
BEGIN
    INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, hints, is_counted, day, started_at)
    VALUES (NEW.club_id, NEW.member_id, 'wordley', NEW.level, is_won, is_won,
        CASE WHEN is_won THEN greatest(1, length(NEW.answer) * (NEW.rows - cardinality(NEW.guesses) + 1 - cardinality(NEW.helped))) ELSE 0 END,
        cardinality(NEW.guesses), cardinality(NEW.helped), NEW.level IS NULL, day_of_member(NEW.club_id, NEW.member_id), NEW.started_at);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION finish_slideit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_won boolean := NEW.state = 'won';
    moves integer := length(NEW.moves);
    shuffle integer := length(NEW.shuffle);
BEGIN
    INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, least, hints, is_counted, day, started_at,
        left_taps, left_ms, left_missed, right_taps, right_ms, right_missed)
    VALUES (NEW.club_id, NEW.member_id, 'slideit', NEW.level, is_won, is_won AND NEW.hints = 0 AND moves <= 2 * shuffle,
        CASE WHEN is_won THEN greatest(1, NEW.size * NEW.size + shuffle - greatest(0, moves - shuffle) - 5 * NEW.hints) ELSE 0 END,
        moves, coalesce(NEW.exact, shuffle), NEW.hints, false, day_of_member(NEW.club_id, NEW.member_id), NEW.started_at,
        NEW.left_taps, NEW.left_ms, NEW.left_missed, NEW.right_taps, NEW.right_ms, NEW.right_missed);
    RETURN NULL;
END
$$;

-- What one practises is one's own, unless one shows it.
ALTER TABLE members ALTER COLUMN for_me SET DEFAULT '{practice}';

-- Badges of what is nobody else's are not counted.
ALTER TABLE badges ADD COLUMN is_counted boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION count_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO badge_counts AS c (club_id, measure, goal, members)
        SELECT club_id, measure, goal, count(*) FROM changed WHERE is_counted
        GROUP BY club_id, measure, goal ORDER BY club_id, measure, goal
        ON CONFLICT (club_id, measure, goal) DO UPDATE SET members = c.members + excluded.members;
    RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION uncount_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM badge_counts c JOIN changed g ON g.club_id = c.club_id AND g.measure = c.measure AND g.goal = c.goal
        ORDER BY c.club_id, c.measure, c.goal FOR UPDATE OF c;
    UPDATE badge_counts c SET members = c.members - gone.members
        FROM (SELECT club_id, measure, goal, count(*) AS members FROM changed WHERE is_counted GROUP BY club_id, measure, goal) gone
        WHERE c.club_id = gone.club_id AND c.measure = gone.measure AND c.goal = gone.goal;
    RETURN NULL;
END
$$;
CREATE FUNCTION recount_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO badge_counts AS c (club_id, measure, goal, members)
        SELECT n.club_id, n.measure, n.goal, count(*)
        FROM after n JOIN before o USING (club_id, member_id, measure, goal) WHERE n.is_counted AND NOT o.is_counted
        GROUP BY n.club_id, n.measure, n.goal ORDER BY n.club_id, n.measure, n.goal
        ON CONFLICT (club_id, measure, goal) DO UPDATE SET members = c.members + excluded.members;
    UPDATE badge_counts c SET members = c.members - gone.members FROM (
        SELECT n.club_id, n.measure, n.goal, count(*) AS members
        FROM after n JOIN before o USING (club_id, member_id, measure, goal) WHERE o.is_counted AND NOT n.is_counted
        GROUP BY n.club_id, n.measure, n.goal
    ) gone WHERE c.club_id = gone.club_id AND c.measure = gone.measure AND c.goal = gone.goal;
    RETURN NULL;
END
$$;
CREATE TRIGGER recounted AFTER UPDATE ON badges REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION recount_badges();

-- Whoever shows it to nobody has no place among others, and whoever does not show it to the club is on no leaderboard.
CREATE FUNCTION show_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE badges SET is_counted = NOT 'practice' = ANY (NEW.for_me)
        WHERE club_id = NEW.club_id AND member_id = NEW.id AND measure LIKE 'practice\_%' AND is_counted = ('practice' = ANY (NEW.for_me));
    IF 'practice' = ANY (NEW.for_me || NEW.for_friends) THEN
        UPDATE practice_settings SET is_ranked = false WHERE club_id = NEW.club_id AND member_id = NEW.id AND is_ranked;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER show_practice AFTER UPDATE OF for_me, for_friends ON members FOR EACH ROW
    WHEN ((OLD.for_me, OLD.for_friends) IS DISTINCT FROM (NEW.for_me, NEW.for_friends)) EXECUTE FUNCTION show_practice();

CREATE FUNCTION rank_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE practice_totals SET is_ranked = NEW.is_ranked WHERE club_id = NEW.club_id AND member_id = NEW.member_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER rank AFTER UPDATE OF is_ranked ON practice_settings FOR EACH ROW
    WHEN (OLD.is_ranked <> NEW.is_ranked) EXECUTE FUNCTION rank_practice();

ALTER TABLE practice_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE practice_days FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON practice_days USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE members NO FORCE ROW LEVEL SECURITY;
UPDATE members SET for_me = for_me || '{practice}' WHERE NOT 'practice' = ANY (for_me || for_friends);
ALTER TABLE members FORCE ROW LEVEL SECURITY;
DO $$
DECLARE club bigint;
BEGIN
    FOR club IN SELECT id FROM clubs LOOP
        PERFORM set_config('app.club_id', club::text, true);
        PERFORM recount_practice(p.club_id, p.member_id) FROM (SELECT DISTINCT club_id, member_id FROM practice_results) p;
    END LOOP;
    PERFORM set_config('app.club_id', '', true);
END $$;
