-- Members' lists of video games, totals, shelves, player requests, evenings, and imports of lists from files.

-- A video game on one of the lists that every member has, with the member's own data about the game. A game is on at most one of these
-- lists.
CREATE TABLE library_entries (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    -- The same game, if it belongs to the club. The row is deleted with the game. NULL if all clubs share the game.
    own_video_game_id bigint,
    -- The list: the member `wants` to play the game, `plays` it, has `finished` it, has put it `aside`, or plays it `again`.
    state text NOT NULL,
    -- From 1 to 10. NULL if the member has not rated the game.
    rating smallint,
    -- The time played.
    minutes integer,
    platform text NOT NULL DEFAULT '',
    note text NOT NULL DEFAULT '',
    started date,
    finished date,
    added_at timestamptz NOT NULL DEFAULT now(),
    -- When `state` last changed.
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The position in the list. The entry with the smallest number is first.
    place double precision NOT NULL DEFAULT 0,
    -- The member's last activity with the game, which followers can see: `started`, `finished` or `rated`. NULL if there is none. A trigger
    -- sets it.
    news text,
    news_at timestamptz,
    -- The day on which the member started a game that they play, or finished the game. It is the day that the member entered, or else the
    -- day on which the game was put on the list. NULL if the day is not known, for example after an import, and on the other lists.
    active_on date,
    PRIMARY KEY (club_id, member_id, video_game_id),
    CONSTRAINT library_entries_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_entries_own_video_game FOREIGN KEY (club_id, own_video_game_id) REFERENCES video_games ON DELETE CASCADE,
    CONSTRAINT library_entries_form
        CHECK (state IN ('wants', 'plays', 'finished', 'aside', 'again') AND rating BETWEEN 1 AND 10
        AND minutes BETWEEN 0 AND 6000000 AND length(platform) <= 100 AND length(note) <= 1000),
    CONSTRAINT library_entries_news CHECK (news IN ('started', 'finished', 'rated') AND news_at IS NOT NULL OR news IS NULL),
    CONSTRAINT library_entries_one_video_game CHECK (own_video_game_id = video_game_id)
) WITH (fillfactor = 80);
CREATE INDEX library_entries_active ON library_entries (club_id, active_on) WHERE active_on IS NOT NULL;
CREATE INDEX library_entries_list ON library_entries (club_id, member_id, state, place, video_game_id) INCLUDE (rating, platform);
CREATE INDEX library_entries_news ON library_entries (club_id, member_id, news_at DESC) WHERE news_at IS NOT NULL;
CREATE INDEX library_entries_own ON library_entries (club_id, own_video_game_id) WHERE own_video_game_id IS NOT NULL;
CREATE INDEX library_entries_players ON library_entries (club_id, video_game_id, state, member_id);
CREATE INDEX library_entries_reviewed ON library_entries (club_id, member_id) WHERE state = 'finished' AND note <> '';
SELECT protect_club_table('library_entries');

-- The number of members who have a video game on a list, and their ratings. A trigger keeps the row up to date.
CREATE TABLE video_game_totals (
    club_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    members integer NOT NULL,
    -- The number of ratings.
    ratings integer NOT NULL,
    -- The sum of the ratings.
    rated bigint NOT NULL,
    PRIMARY KEY (club_id, video_game_id),
    CONSTRAINT video_game_totals_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE
) WITH (fillfactor = 80);
SELECT protect_club_table('video_game_totals');

-- The number of video games that a member has on one list. A trigger keeps the row up to date.
CREATE TABLE library_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    state text NOT NULL,
    video_games integer NOT NULL,
    PRIMARY KEY (club_id, member_id, state),
    CONSTRAINT library_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
) WITH (fillfactor = 80);
SELECT protect_club_table('library_totals');

-- A number by which members are ranked on leaderboards: video games finished in a year, reviews (notes about finished games), or shelves
-- that the whole club can see. Triggers keep the row up to date.
CREATE TABLE library_leaderboard_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    measure text NOT NULL,
    -- The year in which the games were finished. 0 if it is not known, and for reviews and shelves.
    year smallint NOT NULL,
    amount integer NOT NULL,
    PRIMARY KEY (club_id, member_id, measure, year),
    CONSTRAINT library_leaderboard_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_leaderboard_totals_form CHECK (measure IN ('finished', 'reviews', 'shelves'))
) WITH (fillfactor = 80);
CREATE INDEX library_leaderboard_totals_ranked
    ON library_leaderboard_totals (club_id, measure, year, amount DESC, member_id) WHERE amount > 0;
SELECT protect_club_table('library_leaderboard_totals');

-- A list of video games that a member has made.
CREATE TABLE shelves (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    name text NOT NULL,
    -- Who can see the shelf.
    audience text NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT shelves_name_once UNIQUE (club_id, member_id, name),
    CONSTRAINT shelves_of_a_member UNIQUE (club_id, member_id, id),
    CONSTRAINT shelves_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT shelves_form CHECK (length(name) BETWEEN 1 AND 60 AND audience IN ('club', 'friends', 'me'))
);
SELECT protect_club_table('shelves');

-- A video game on a shelf. The game is also on one of the member's lists.
CREATE TABLE shelf_games (
    club_id bigint NOT NULL,
    shelf_id bigint NOT NULL,
    member_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    -- The position on the shelf. The game with the smallest number is first.
    place double precision NOT NULL,
    PRIMARY KEY (club_id, shelf_id, video_game_id),
    CONSTRAINT shelf_games_entry FOREIGN KEY (club_id, member_id, video_game_id) REFERENCES library_entries ON DELETE CASCADE,
    CONSTRAINT shelf_games_shelf FOREIGN KEY (club_id, member_id, shelf_id) REFERENCES shelves (club_id, member_id, id) ON DELETE CASCADE
);
CREATE INDEX shelf_games_of_an_entry ON shelf_games (club_id, member_id, video_game_id);
CREATE INDEX shelf_games_order ON shelf_games (club_id, shelf_id, place, video_game_id);
SELECT protect_club_table('shelf_games');

-- The name of a member on a gaming platform, so that other members can find them there.
CREATE TABLE platform_names (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    platform text NOT NULL,
    name text NOT NULL,
    -- Who can see the name.
    audience text NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT platform_names_once UNIQUE (club_id, member_id, platform, name),
    CONSTRAINT platform_names_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT platform_names_form
        CHECK (length(platform) BETWEEN 1 AND 60 AND length(name) BETWEEN 1 AND 100 AND audience IN ('club', 'friends', 'me'))
);
SELECT protect_club_table('platform_names');

-- The request of a member who looks for others to play a video game with, until `expires_at`. A member has at most one request.
CREATE TABLE player_requests (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    -- The same game, if it belongs to the club. The row is deleted with the game. NULL if all clubs share the game.
    own_video_game_id bigint,
    note text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT player_requests_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT player_requests_own_video_game FOREIGN KEY (club_id, own_video_game_id) REFERENCES video_games ON DELETE CASCADE,
    CONSTRAINT player_requests_form CHECK (length(note) <= 200 AND expires_at <= (created_at + '12:00:00'::interval)),
    CONSTRAINT player_requests_one_video_game CHECK (own_video_game_id = video_game_id)
);
CREATE INDEX player_requests_newest ON player_requests (club_id, created_at DESC, member_id);
CREATE INDEX player_requests_of_a_video_game ON player_requests (club_id, video_game_id, expires_at);
CREATE INDEX player_requests_own ON player_requests (club_id, own_video_game_id) WHERE own_video_game_id IS NOT NULL;
SELECT protect_club_table('player_requests');

-- An evening on which members play a video game together. If several games are proposed, the guests vote for the games that they would
-- play.
CREATE TABLE evenings (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    host_id bigint NOT NULL,
    starts_at timestamptz NOT NULL,
    -- When the vote ends.
    closes_at timestamptz NOT NULL,
    note text NOT NULL,
    -- When the votes were counted, or when the evening was planned with only one game.
    decided_at timestamptz,
    called_off_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, id),
    CONSTRAINT evenings_host FOREIGN KEY (club_id, host_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT evenings_form CHECK (closes_at <= starts_at AND length(note) <= 300)
);
CREATE INDEX evenings_due ON evenings (club_id, closes_at) WHERE decided_at IS NULL AND called_off_at IS NULL;
CREATE INDEX evenings_hosted ON evenings (club_id, host_id, starts_at);
SELECT protect_club_table('evenings');

-- A video game that is proposed for an evening.
CREATE TABLE evening_games (
    club_id bigint NOT NULL,
    evening_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    -- The same game, if it belongs to the club. The row is deleted with the game. NULL if all clubs share the game.
    own_video_game_id bigint,
    -- The order in which the host proposed the games. If several games have the most votes, the first of them is chosen.
    place smallint NOT NULL,
    -- Whether the game will be played.
    is_chosen boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, evening_id, video_game_id),
    CONSTRAINT evening_games_evening FOREIGN KEY (club_id, evening_id) REFERENCES evenings ON DELETE CASCADE,
    CONSTRAINT evening_games_own_video_game FOREIGN KEY (club_id, own_video_game_id) REFERENCES video_games ON DELETE CASCADE,
    CONSTRAINT evening_games_one_video_game CHECK (own_video_game_id = video_game_id)
);
CREATE INDEX evening_games_own ON evening_games (club_id, own_video_game_id) WHERE own_video_game_id IS NOT NULL;
SELECT protect_club_table('evening_games');

-- A member who is invited to an evening. The host has a row, too.
CREATE TABLE evening_guests (
    club_id bigint NOT NULL,
    evening_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- NULL if the guest has not answered yet.
    comes text,
    -- The video games that the guest would play.
    votes bigint[] NOT NULL DEFAULT '{}'::bigint[],
    PRIMARY KEY (club_id, evening_id, member_id),
    CONSTRAINT evening_guests_evening FOREIGN KEY (club_id, evening_id) REFERENCES evenings ON DELETE CASCADE,
    CONSTRAINT evening_guests_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT evening_guests_form CHECK (comes IN ('yes', 'maybe', 'no') AND cardinality(votes) <= 12)
) WITH (fillfactor = 80);
CREATE INDEX evening_guests_of_a_member ON evening_guests (club_id, member_id, evening_id DESC);
SELECT protect_club_table('evening_guests');

-- A file of video games that a member imports. It is kept until each of its lines is imported or left out, or for 30 days.
CREATE TABLE library_imports (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The name of the file.
    file text NOT NULL,
    -- The headings in the first line of the file.
    columns text[] NOT NULL,
    -- The kinds of the columns, and the formats of their values.
    reading jsonb NOT NULL,
    -- The first problems with values that could not be read, and the number of all problems.
    problems text[] NOT NULL DEFAULT '{}',
    problem_count integer NOT NULL DEFAULT 0,
    -- Whether the lines were read.
    is_read boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT library_imports_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT library_imports_form CHECK (length(file) <= 100 AND cardinality(columns) BETWEEN 1 AND 100)
);
CREATE INDEX library_imports_oldest ON library_imports (club_id, created_at);
SELECT protect_club_table('library_imports');

-- A line of a file that a member imports. It is deleted when its video game is on a list.
CREATE TABLE library_import_rows (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    line integer NOT NULL,
    -- The values as they are written in the file.
    cells text[] NOT NULL,
    -- The name of the video game, and the member's data about it, after the line was read. The name is empty if the line could not be read.
    name text NOT NULL DEFAULT '',
    entry jsonb,
    -- NULL if the video game was not found.
    video_game_id bigint,
    -- Whether the member has decided about the line: chosen the video game, changed the name, or left the line out.
    is_settled boolean NOT NULL DEFAULT false,
    is_left_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id, line),
    CONSTRAINT library_import_rows_import FOREIGN KEY (club_id, member_id) REFERENCES library_imports ON DELETE CASCADE,
    CONSTRAINT library_import_rows_form CHECK (length(name) <= 200 AND NOT (is_left_out AND video_game_id IS NOT NULL))
);
SELECT protect_club_table('library_import_rows');
