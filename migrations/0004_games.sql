-- additive
-- Tic Chat Toe: a game is one row that holds all its moves, so that a board is one row to read and a move one row to change.

CREATE TABLE games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- Crosses move first.
    x_member bigint NOT NULL,
    o_member bigint NOT NULL,
    challenge_id bigint,
    moves smallint[] NOT NULL DEFAULT '{}',
    ply smallint NOT NULL GENERATED ALWAYS AS (cardinality(moves)) STORED,
    outcome text NOT NULL DEFAULT 'running',
    -- How it ended: by a line, by a full board, by resignation.
    ending text,
    started_at timestamptz NOT NULL DEFAULT now(),
    moved_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    PRIMARY KEY (club_id, id),
    FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    FOREIGN KEY (club_id, x_member) REFERENCES members,
    FOREIGN KEY (club_id, o_member) REFERENCES members,
    FOREIGN KEY (club_id, challenge_id) REFERENCES challenges,
    CONSTRAINT games_one_for_a_challenge UNIQUE (club_id, challenge_id),
    CONSTRAINT games_two_players CHECK (x_member <> o_member),
    CONSTRAINT games_moves_on_board CHECK (cardinality(moves) <= 9 AND 0 <= ALL (moves) AND 8 >= ALL (moves)),
    CONSTRAINT games_outcome_form CHECK (outcome IN ('running', 'x', 'o', 'draw')),
    CONSTRAINT games_ending_form CHECK ((outcome = 'running') = (ending IS NULL) AND ending IN ('line', 'board', 'resignation')),
    CONSTRAINT games_finish CHECK ((outcome = 'running') = (finished_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX games_running_x ON games (club_id, x_member, id) WHERE outcome = 'running';
CREATE INDEX games_running_o ON games (club_id, o_member, id) WHERE outcome = 'running';
CREATE INDEX games_finished_x ON games (club_id, x_member, finished_at) WHERE outcome <> 'running';
CREATE INDEX games_finished_o ON games (club_id, o_member, finished_at) WHERE outcome <> 'running';
CREATE INDEX games_finished ON games (club_id, finished_at) WHERE outcome <> 'running';

CREATE TABLE game_records (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    wins integer NOT NULL DEFAULT 0,
    draws integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id),
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT game_records_form CHECK (wins >= 0 AND draws >= 0 AND losses >= 0)
);

CREATE TABLE game_lines (
    club_id bigint NOT NULL,
    game_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    text text NOT NULL,
    -- Made by the writer's browser or form: a line sent twice is one line.
    nonce text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, game_id, id),
    FOREIGN KEY (club_id, game_id) REFERENCES games ON DELETE CASCADE,
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT game_lines_sent_once UNIQUE (club_id, game_id, member_id, nonce),
    CONSTRAINT game_lines_text_form CHECK (length(text) BETWEEN 1 AND 500),
    CONSTRAINT game_lines_nonce_form CHECK (length(nonce) BETWEEN 1 AND 64)
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['games', 'game_records', 'game_lines'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)
            WITH CHECK (club_id = nullif(current_setting(''app.club_id'', true), '''')::bigint)', name);
    END LOOP;
END $$;
