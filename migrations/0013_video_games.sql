-- The catalogue of video games with its search index and covers, and searches at IGDB, a database of video games on the internet.

-- A video game in the catalogue. All clubs share the games of the operator and of IGDB. A game that a member adds belongs to the club.
CREATE TABLE video_games (
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- 0 if all clubs share the game.
    club_id bigint NOT NULL,
    -- NULL if all clubs share the game. Foreign keys need this column, because there is no club 0.
    of_club bigint GENERATED ALWAYS AS (NULLIF(club_id, 0)) STORED,
    name text NOT NULL,
    other_names text[] NOT NULL DEFAULT '{}',
    description text NOT NULL DEFAULT '',
    -- The release date in ISO 8601, as precisely as it is known: 1984, 1984-05 or 1984-05-26. NULL if it is not known.
    released text,
    platforms text[] NOT NULL DEFAULT '{}',
    genres text[] NOT NULL DEFAULT '{}',
    -- Whether one person can play alone, the largest number of players who cooperate, and the largest number of players who compete. 0 if
    -- there is no such mode, and NULL if it is not known.
    is_alone boolean,
    together smallint,
    against smallint,
    -- The time that it takes to finish the game.
    minutes integer,
    links text[] NOT NULL DEFAULT '{}',
    -- Where the facts are from.
    source text NOT NULL DEFAULT '',
    -- How well known the game is, according to its source. If games match a search equally well, the best known game comes first.
    popularity integer NOT NULL DEFAULT 0,
    -- The member who added the game. NULL if all clubs share the game, or if this member has left.
    added_by bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- `igdb` and the number of the game at IGDB. NULL if the game is not from IGDB.
    provider text,
    provider_id bigint,
    -- The provider's name for the cover.
    image text,
    -- When the facts were last fetched from the provider.
    fetched_at timestamptz,
    -- When the server tries to fetch the cover. NULL if it does not try again.
    cover_due_at timestamptz,
    cover_tries smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, id),
    CONSTRAINT video_games_id UNIQUE (id),
    CONSTRAINT video_games_added_by FOREIGN KEY (of_club, added_by) REFERENCES members,
    CONSTRAINT video_games_club FOREIGN KEY (of_club) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT video_games_description_form CHECK (length(description) <= 5000),
    CONSTRAINT video_games_lists_form CHECK (cardinality(platforms) <= 50 AND cardinality(genres) <= 30 AND cardinality(links) <= 20),
    CONSTRAINT video_games_name_form CHECK (length(name) BETWEEN 1 AND 200 AND cardinality(other_names) <= 30),
    CONSTRAINT video_games_numbers_form
        CHECK (together BETWEEN 0 AND 1000 AND against BETWEEN 0 AND 1000 AND minutes BETWEEN 1 AND 600000 AND popularity >= 0),
    CONSTRAINT video_games_provider_form
        CHECK (provider IS NULL AND provider_id IS NULL
        OR provider = 'igdb' AND provider_id IS NOT NULL AND fetched_at IS NOT NULL AND club_id = 0),
    CONSTRAINT video_games_released_form CHECK (released ~ '^\d{4}(-\d\d(-\d\d)?)?$')
);
CREATE INDEX video_games_added ON video_games (of_club, added_by) WHERE added_by IS NOT NULL;
CREATE INDEX video_games_cover_due ON video_games (cover_due_at) WHERE cover_due_at IS NOT NULL;
CREATE INDEX video_games_name ON video_games (club_id, name, released) WHERE provider IS NULL;
CREATE INDEX video_games_own ON video_games (of_club, id DESC) WHERE of_club IS NOT NULL;
CREATE INDEX video_games_popular ON video_games (popularity DESC, id);
CREATE UNIQUE INDEX video_games_provided ON video_games (provider, provider_id) WHERE provider IS NOT NULL;
SELECT protect_shared_table('video_games');

-- A name of a video game in the form in which the search compares names (see `video_game_key`).
CREATE TABLE video_game_names (
    video_game_id bigint NOT NULL,
    club_id bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    -- A copy of `video_games.popularity`. With this copy, the search ranks games by name without reading `video_games`.
    popularity integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, video_game_id, key),
    CONSTRAINT video_game_names_video_game FOREIGN KEY (club_id, video_game_id) REFERENCES video_games ON DELETE CASCADE
);
CREATE INDEX video_game_names_key ON video_game_names (key, video_game_id) INCLUDE (club_id, popularity);
SELECT protect_shared_table('video_game_names');

-- A word in the names of a video game, or two words that follow each other, written as one word.
CREATE TABLE video_game_words (
    word text COLLATE "C" NOT NULL,
    video_game_id bigint NOT NULL,
    club_id bigint NOT NULL,
    PRIMARY KEY (club_id, video_game_id, word),
    CONSTRAINT video_game_words_video_game FOREIGN KEY (club_id, video_game_id) REFERENCES video_games ON DELETE CASCADE
);
-- The search looks for a word in the shared games and in those of the club at once.
CREATE UNIQUE INDEX video_game_words_word ON video_game_words (word, video_game_id) INCLUDE (club_id);
SELECT protect_shared_table('video_game_words');

-- A word in the names of video games, and the number of games with this word.
CREATE TABLE video_game_vocabulary (
    word text COLLATE "C" NOT NULL,
    -- 0 for the games that all clubs share.
    club_id bigint NOT NULL,
    -- NULL for the games that all clubs share. The foreign key needs this column, because there is no club 0.
    of_club bigint GENERATED ALWAYS AS (NULLIF(club_id, 0)) STORED,
    video_games integer NOT NULL,
    PRIMARY KEY (club_id, word),
    CONSTRAINT video_game_vocabulary_of_club_fkey FOREIGN KEY (of_club) REFERENCES clubs ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX video_game_vocabulary_word ON video_game_vocabulary (word, club_id);
CREATE INDEX video_game_vocabulary_club ON video_game_vocabulary (of_club) WHERE of_club IS NOT NULL;
SELECT protect_shared_table('video_game_vocabulary');

-- A word of the vocabulary, and one of the texts that `word_deletions` returns for it (`deletion`). A typed word is similar to this word if
-- `word_deletions` returns the same text for both (Garbe 2012, SymSpell).
CREATE TABLE video_game_word_deletions (
    deletion text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    club_id bigint NOT NULL,
    PRIMARY KEY (club_id, word, deletion),
    CONSTRAINT video_game_word_deletions_word FOREIGN KEY (club_id, word) REFERENCES video_game_vocabulary ON DELETE CASCADE
);
CREATE UNIQUE INDEX video_game_word_deletions_deletion ON video_game_word_deletions (deletion, word, club_id);
SELECT protect_shared_table('video_game_word_deletions');

-- The cover of a video game in one size. All clubs share the covers of shared games.
CREATE TABLE video_game_covers (
    club_id bigint NOT NULL,
    video_game_id bigint NOT NULL,
    size text NOT NULL,
    -- The SHA-256 hash of the image from which the cover was made.
    digest bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    data bytea NOT NULL,
    -- The member who added the game. NULL if all clubs share the game.
    member_id bigint,
    PRIMARY KEY (club_id, video_game_id, size),
    CONSTRAINT video_game_covers_video_game FOREIGN KEY (club_id, video_game_id) REFERENCES video_games ON DELETE CASCADE,
    CONSTRAINT video_game_covers_form
        CHECK (size IN ('large', 'small') AND length(digest) = 32 AND width BETWEEN 1 AND 16384 AND height BETWEEN 1 AND 16384)
);
ALTER TABLE video_game_covers ALTER COLUMN data SET STORAGE EXTERNAL;
SELECT protect_shared_table('video_game_covers');

-- A video game of the club that was merged into another game. The address of the deleted game redirects to that game.
CREATE TABLE merged_video_games (
    club_id bigint NOT NULL,
    -- The deleted game.
    merged_id bigint NOT NULL,
    -- The game into which it was merged.
    video_game_id bigint NOT NULL,
    -- The same game, if it belongs to the club. The row is deleted with the game. NULL if all clubs share the game.
    own_video_game_id bigint,
    PRIMARY KEY (club_id, merged_id),
    CONSTRAINT merged_video_games_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT merged_video_games_own_video_game FOREIGN KEY (club_id, own_video_game_id) REFERENCES video_games ON DELETE CASCADE,
    CONSTRAINT merged_video_games_one_video_game CHECK (own_video_game_id = video_game_id)
);
CREATE INDEX merged_video_games_own ON merged_video_games (club_id, own_video_game_id) WHERE own_video_game_id IS NOT NULL;
SELECT protect_club_table('merged_video_games');

-- A search at IGDB with its cached answer. All clubs share these rows.
CREATE TABLE igdb_searches (
    -- The search text in a normalized form.
    key text COLLATE "C" NOT NULL,
    -- The games that IGDB found, the best match first. NULL if IGDB has not answered yet.
    found bigint[],
    fetched_at timestamptz,
    -- Until then, one instance of the server sends the search to IGDB. No other instance sends it. NULL if no instance sends it.
    claimed_until timestamptz,
    PRIMARY KEY (key),
    CONSTRAINT igdb_searches_form CHECK (length(key) BETWEEN 1 AND 100 AND (found IS NULL) = (fetched_at IS NULL))
);
CREATE INDEX igdb_searches_oldest ON igdb_searches (fetched_at);

-- A slot for one request to IGDB at a time. The number of slots limits the requests of all instances of the server that share the database.
CREATE TABLE igdb_requests (
    place smallint NOT NULL,
    lease uuid NOT NULL DEFAULT gen_random_uuid(),
    -- The slot is free after this time.
    leased_until timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
    PRIMARY KEY (place)
) WITH (fillfactor = 50);
INSERT INTO igdb_requests (place) SELECT generate_series(1, 4);

-- The times of an account's last searches at IGDB, in all clubs, for the limit on searches per hour. The search texts are not stored here.
CREATE TABLE igdb_accounts (
    account_id bigint NOT NULL,
    -- The oldest time comes first.
    asked_at timestamptz[] NOT NULL,
    PRIMARY KEY (account_id),
    CONSTRAINT igdb_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT igdb_accounts_form CHECK (cardinality(asked_at) >= 1)
) WITH (fillfactor = 80);
CREATE INDEX igdb_accounts_oldest ON igdb_accounts ((asked_at[cardinality(asked_at)]));
