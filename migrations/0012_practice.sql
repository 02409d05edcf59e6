-- Practice: levels, results and totals of the games Wordley and SlideIt, daily tasks, and links that show a member's practice.

-- The settings of a member for practice. Without a row, the default values apply.
CREATE TABLE practice_settings (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The order of the keys on the screen.
    keyboard text NOT NULL DEFAULT 'letters',
    -- The hand that the member uses. The keys are on this side of the screen.
    hand text NOT NULL DEFAULT 'both',
    -- The number of switches (buttons that replace the keyboard) that the member uses.
    switches smallint NOT NULL DEFAULT 0,
    -- The number of milliseconds for which the highlight stays on each key, with one switch.
    scan_pace integer NOT NULL DEFAULT 1500,
    -- Whether the taps in SlideIt are measured.
    measures_taps boolean NOT NULL DEFAULT true,
    shows_clock boolean NOT NULL DEFAULT false,
    -- Whether the member is on the leaderboard. A trigger sets this to false when the club can no longer see the member's practice.
    is_ranked boolean NOT NULL DEFAULT false,
    -- The last result before the member reset the score, or 0. Only later results count. Earlier results are deleted 30 days after
    -- `reset_at`.
    reset_id bigint NOT NULL DEFAULT 0,
    reset_at timestamptz,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT practice_settings_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_settings_form
        CHECK (keyboard IN ('letters', 'qwerty') AND hand IN ('both', 'left', 'right') AND switches BETWEEN 0 AND 2
        AND scan_pace BETWEEN 300 AND 10000)
);
CREATE INDEX practice_settings_reset ON practice_settings (club_id, reset_at) WHERE reset_at IS NOT NULL;
SELECT protect_club_table('practice_settings');

-- A member's level in one game. The level follows the results by a rule that is called a staircase.
CREATE TABLE practice_levels (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    game text NOT NULL,
    -- The staircase: the level, the number of good games in a row since the level changed, the direction of the last change (NULL if there
    -- was none), and whether the level has gone both up and down.
    level smallint NOT NULL,
    run smallint NOT NULL DEFAULT 0,
    direction text,
    has_turned boolean NOT NULL DEFAULT false,
    -- Whether the member has fixed the level. Results do not change a fixed level.
    is_held boolean NOT NULL DEFAULT false,
    -- The change of the level by the last game. NULL if the last game did not change it.
    moved text,
    -- The last day (UTC) on which the level went down. The member has to agree before it goes down a second time on this day.
    eased_on date,
    -- Whether the page asks the member to agree.
    asks_easier boolean NOT NULL DEFAULT false,
    played_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, game),
    CONSTRAINT practice_levels_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_levels_form
        CHECK (game IN ('wordley', 'slideit') AND level BETWEEN 1 AND 99 AND run BETWEEN 0 AND 2 AND direction IN ('up', 'down')
        AND moved IN ('harder', 'easier'))
) WITH (fillfactor = 80);
SELECT protect_club_table('practice_levels');

-- A finished game of Wordley or SlideIt.
CREATE TABLE practice_results (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    game text NOT NULL,
    -- NULL for a word of the day.
    level smallint,
    is_won boolean NOT NULL,
    -- Whether the game counts as good for the staircase.
    is_good boolean NOT NULL,
    points integer NOT NULL,
    -- The number of guesses or moves.
    steps integer NOT NULL,
    -- The number of moves in the shortest known solution. NULL for Wordley.
    least integer,
    hints smallint NOT NULL,
    -- Whether the staircase has counted the game. A word of the day is stored as counted, because it does not change the level.
    is_counted boolean NOT NULL,
    finished_at timestamptz NOT NULL DEFAULT now(),
    -- The day in the time zone of the member.
    day date NOT NULL DEFAULT ((now() AT TIME ZONE 'UTC'))::date,
    started_at timestamptz,
    -- The taps on each half of the board: their number, the sum of the milliseconds from one tap to the next, and the number of taps that
    -- did not hit a movable tile.
    left_taps integer NOT NULL DEFAULT 0,
    left_ms bigint NOT NULL DEFAULT 0,
    left_missed integer NOT NULL DEFAULT 0,
    right_taps integer NOT NULL DEFAULT 0,
    right_ms bigint NOT NULL DEFAULT 0,
    right_missed integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, id),
    CONSTRAINT practice_results_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_results_form
        CHECK (game IN ('wordley', 'slideit') AND points >= 0 AND steps >= 0 AND hints >= 0
        AND (is_won OR points = 0) AND (level IS NOT NULL OR is_counted))
);
CREATE INDEX practice_results_of_game ON practice_results (club_id, member_id, game, id);
CREATE INDEX practice_results_uncounted ON practice_results (club_id, member_id, game, id) WHERE NOT is_counted;
SELECT protect_club_table('practice_results');

-- The number of games that a member has finished on one day, since the last reset of the score.
CREATE TABLE practice_days (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    day date NOT NULL,
    games integer NOT NULL,
    PRIMARY KEY (club_id, member_id, day),
    CONSTRAINT practice_days_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 80);
SELECT protect_club_table('practice_days');

-- A member's totals in one game since the last reset of the score. A trigger keeps them up to date.
CREATE TABLE practice_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    game text NOT NULL,
    games integer NOT NULL DEFAULT 0,
    won integer NOT NULL DEFAULT 0,
    points bigint NOT NULL DEFAULT 0,
    -- The largest number of points in one game.
    best integer NOT NULL DEFAULT 0,
    -- The number of games won in a row: the current number, and the largest number so far.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    -- The number of games won without help.
    unaided integer NOT NULL DEFAULT 0,
    -- The highest level on which a game was won.
    best_level smallint NOT NULL DEFAULT 0,
    -- The number of words of the day that were found.
    daily integer NOT NULL DEFAULT 0,
    -- A copy of `practice_settings.is_ranked`.
    is_ranked boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, game),
    CONSTRAINT practice_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_totals_form CHECK (game IN ('wordley', 'slideit') AND games >= won AND won >= 0 AND streak <= best_streak)
) WITH (fillfactor = 80);
CREATE INDEX practice_totals_by_points ON practice_totals (club_id, game, points DESC, member_id) WHERE is_ranked;
SELECT protect_club_table('practice_totals');

-- Something that a member wants to do on some days of the week.
CREATE TABLE practice_tasks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    title text NOT NULL,
    -- Each day of the week is a bit: Monday is 1, and Sunday is 64.
    weekdays smallint NOT NULL,
    -- The time in the time zone of the member. NULL if the task can be done at any time of the day.
    due_at time without time zone,
    -- The game that completes the task when it ends. NULL if the member has to tick the task.
    game text,
    -- Whether the member gets a notice at `due_at`.
    has_notice boolean NOT NULL,
    -- The first day of the task.
    since date NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT practice_tasks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_tasks_form
        CHECK (length(title) BETWEEN 1 AND 100 AND weekdays BETWEEN 1 AND 127 AND game IN ('wordley', 'slideit')
        AND (due_at IS NOT NULL OR NOT has_notice))
) WITH (fillfactor = 80);
CREATE INDEX practice_tasks_of ON practice_tasks (club_id, member_id, id);
CREATE INDEX practice_tasks_with_notices ON practice_tasks (club_id, member_id) WHERE has_notice;
SELECT protect_club_table('practice_tasks');

-- The state of a task on one day. Without a row, the task is open on this day.
CREATE TABLE practice_task_days (
    club_id bigint NOT NULL,
    task_id bigint NOT NULL,
    day date NOT NULL,
    -- `dropped`: the member does not want to see the task for this day any more.
    state text NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, task_id, day),
    CONSTRAINT practice_task_days_task FOREIGN KEY (club_id, task_id) REFERENCES practice_tasks ON DELETE CASCADE,
    CONSTRAINT practice_task_days_form CHECK (state IN ('done', 'dropped'))
);
SELECT protect_club_table('practice_task_days');

-- A link that shows a member's practice to people without an account.
CREATE TABLE practice_links (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- The SHA-256 hash of the token in the link's address.
    token_hash bytea NOT NULL,
    -- The name of the recipient. Only the member sees it.
    label text NOT NULL,
    -- What the link shows.
    parts text[] NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    ends_at timestamptz NOT NULL DEFAULT (now() + '30 days'::interval),
    -- When the link was last opened. NULL if nobody has opened it.
    seen_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT practice_links_token UNIQUE (token_hash),
    CONSTRAINT practice_links_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_links_form
        CHECK (length(label) BETWEEN 1 AND 50 AND parts <@ '{wordley,slideit,taps,tasks}' AND parts <> '{}')
);
CREATE INDEX practice_links_ends ON practice_links (club_id, ends_at);
CREATE INDEX practice_links_of ON practice_links (club_id, member_id, id);
ALTER TABLE practice_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE practice_links FORCE ROW LEVEL SECURITY;
-- A visitor who knows the token of a link may read its row. The server writes the hash of the token into the setting app.practice_link.
CREATE POLICY club ON practice_links
    USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
        OR token_hash = (SELECT decode(nullif(current_setting('app.practice_link', true), ''), 'hex')))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));

-- A word that the club has added to the possible answers of Wordley.
CREATE TABLE wordley_words (
    club_id bigint NOT NULL,
    word text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, word),
    CONSTRAINT wordley_words_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT wordley_words_form CHECK (word ~ '^[a-z]{3,7}$')
);
SELECT protect_club_table('wordley_words');

-- A game of Wordley, open or finished.
CREATE TABLE wordley_games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- The day of the game, if its answer is the word of that day. NULL for a game on a level.
    day date,
    level smallint,
    answer text NOT NULL,
    -- The number of guesses that are allowed.
    rows smallint NOT NULL,
    -- Whether the first letter of the answer is shown from the start.
    gives_first boolean NOT NULL,
    -- Whether guesses must use known letters.
    is_hard boolean NOT NULL,
    -- The letters that the keyboard shows. NULL if it shows all letters.
    keys text,
    guesses text[] NOT NULL DEFAULT '{}',
    -- The positions, from 1, of the letters that were shown as help.
    helped smallint[] NOT NULL DEFAULT '{}'::smallint[],
    -- The letters that the member has typed in the current row.
    draft text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'open',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT wordley_games_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT wordley_games_form
        CHECK (answer ~ '^[a-z]{3,7}$' AND rows BETWEEN 1 AND 10 AND cardinality(guesses) <= rows AND draft ~ '^[a-z]{0,7}$'
        AND state IN ('open', 'won', 'lost') AND (state = 'open') = (finished_at IS NULL)
        AND (day IS NULL) = (level IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX wordley_games_of ON wordley_games (club_id, member_id, id);
CREATE UNIQUE INDEX wordley_games_one_a_day ON wordley_games (club_id, member_id, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX wordley_games_one_open ON wordley_games (club_id, member_id) WHERE state = 'open' AND day IS NULL;
SELECT protect_club_table('wordley_games');

-- A game of SlideIt, open or finished.
CREATE TABLE slideit_games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    level smallint NOT NULL,
    -- The number of rows, which is also the number of columns.
    size smallint NOT NULL,
    -- The moves that shuffle the solved board before the game starts. Each move is a letter that stands for a tile: a is tile 1.
    shuffle text NOT NULL,
    -- The moves of the member since the start, in the same format.
    moves text NOT NULL DEFAULT '',
    -- The number of moves and undos. With this number, the server knows which of the moves that a browser sends are new.
    changes integer NOT NULL DEFAULT 0,
    hints smallint NOT NULL DEFAULT 0,
    -- The solution that was found for the last hint, from the position after `way_at` moves. `way_at` is NULL if there is no such solution.
    way text NOT NULL DEFAULT '',
    way_at integer,
    -- The tile that the last hint told the member to move. NULL after the next move.
    hinted smallint,
    -- What the tiles show.
    tile_style text NOT NULL DEFAULT 'numbers',
    photo_id bigint,
    -- The number of moves in the shortest solution. NULL if it is not known.
    exact smallint,
    state text NOT NULL DEFAULT 'open',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    -- The taps on each half of the board, as in `practice_results`.
    left_taps integer NOT NULL DEFAULT 0,
    left_ms bigint NOT NULL DEFAULT 0,
    left_missed integer NOT NULL DEFAULT 0,
    right_taps integer NOT NULL DEFAULT 0,
    right_ms bigint NOT NULL DEFAULT 0,
    right_missed integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, id),
    CONSTRAINT slideit_games_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT slideit_games_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id),
    CONSTRAINT slideit_games_form
        CHECK (size BETWEEN 3 AND 5 AND shuffle ~ '^[a-x]+$' AND length(shuffle) <= 400
        AND moves ~ '^[a-x]*$' AND length(moves) <= 5000 AND way ~ '^[a-x]*$' AND tile_style IN ('numbers', 'letters', 'photo')
        AND state IN ('open', 'won', 'lost') AND (state = 'open') = (finished_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX slideit_games_of ON slideit_games (club_id, member_id, id);
CREATE UNIQUE INDEX slideit_games_one_open ON slideit_games (club_id, member_id) WHERE state = 'open';
CREATE INDEX slideit_games_photos ON slideit_games (club_id, photo_id) WHERE photo_id IS NOT NULL;
SELECT protect_club_table('slideit_games');
