-- This file contains the games of Tic Chat Toe, the challenges and seeks from which they start, and the ratings.

-- An invitation from one member to another to play a match.
CREATE TABLE challenges (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    from_member bigint NOT NULL,
    to_member bigint NOT NULL,
    state text NOT NULL DEFAULT 'open',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT (now() + '24:00:00'::interval),
    -- NULL while the challenge is open.
    answered_at timestamptz,
    -- The kind of board.
    variant text NOT NULL DEFAULT '3x3',
    -- Who has the crosses in the first game: the challenger (`from`), the invited member (`to`), or a random one of the two (`lot`).
    starts text NOT NULL DEFAULT 'lot',
    -- The largest number of games in the match.
    best_of smallint NOT NULL DEFAULT 1,
    -- A short text from the challenger.
    words text NOT NULL DEFAULT '',
    -- When the invited member first saw the challenge. NULL if they have not seen it yet.
    seen_at timestamptz,
    -- Why the invited member declined. NULL if they gave no reason.
    reason text,
    PRIMARY KEY (club_id, id),
    CONSTRAINT challenges_club_id_from_member_fkey FOREIGN KEY (club_id, from_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT challenges_club_id_to_member_fkey FOREIGN KEY (club_id, to_member) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT challenges_best_of_form CHECK (best_of = ANY (ARRAY[1, 3, 5])),
    CONSTRAINT challenges_not_oneself CHECK (from_member <> to_member),
    CONSTRAINT challenges_reason_form CHECK (reason IS NULL OR state = 'declined' AND reason IN ('busy', 'later', 'board')),
    CONSTRAINT challenges_starts_form CHECK (starts IN ('from', 'to', 'lot')),
    CONSTRAINT challenges_state_form CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    CONSTRAINT challenges_variant_form CHECK (variant IN ('3x3', '5x5', '15x15')),
    CONSTRAINT challenges_words_form CHECK (length(words) <= 200)
);
CREATE INDEX challenges_by ON challenges (club_id, from_member, id);
CREATE INDEX challenges_declined ON challenges (club_id, from_member, answered_at) WHERE state = 'declined';
CREATE INDEX challenges_for ON challenges (club_id, to_member);
CREATE INDEX challenges_from ON challenges (club_id, from_member, id) WHERE state = 'open';
CREATE UNIQUE INDEX challenges_one_open ON challenges (club_id, LEAST(from_member, to_member), GREATEST(from_member, to_member))
    WHERE state = 'open';
CREATE INDEX challenges_to ON challenges (club_id, to_member, id) WHERE state = 'open';
SELECT protect_club_table('challenges');

-- A wish of a member to play against anyone. The server pairs two seeks for the same kind of board, the oldest first.
CREATE TABLE seeks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- The kind of board.
    variant text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL DEFAULT (now() + '00:10:00'::interval),
    PRIMARY KEY (club_id, id),
    CONSTRAINT seeks_one_a_member UNIQUE (club_id, member_id),
    CONSTRAINT seeks_club_id_member_id_fkey FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT seeks_variant_form CHECK (variant IN ('3x3', '5x5', '15x15'))
);
CREATE INDEX seeks_line ON seeks (club_id, variant, id);
SELECT protect_club_table('seeks');

-- A game of Tic Chat Toe with all its moves, so that a request reads one row for a board, and a move changes one row.
CREATE TABLE games (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- The player with the crosses, who moves first. NULL if it is the machine.
    x_member bigint,
    -- The player with the noughts. NULL if it is the machine.
    o_member bigint,
    -- The challenge to whose match the game belongs. NULL if there was no challenge.
    challenge_id bigint,
    -- The cells in the order of the moves. Cells are numbered from 0, row by row.
    moves smallint[] NOT NULL DEFAULT '{}'::smallint[],
    ply smallint GENERATED ALWAYS AS (cardinality(moves)) STORED NOT NULL,
    -- `running`, the mark of the winner (`x` or `o`), `draw`, or `void` for a dissolved game.
    outcome text NOT NULL DEFAULT 'running',
    -- How the game ended. `board`: the board is full. `agreement`: the players agreed on a draw. `absence`: a player was away. NULL while
    -- the game is running.
    ending text,
    started_at timestamptz NOT NULL DEFAULT now(),
    moved_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    -- The kind of board.
    variant text NOT NULL DEFAULT '3x3',
    -- The number of the game in its match, from 1.
    round smallint NOT NULL DEFAULT 1,
    -- How well the machine plays. NULL if two members play.
    machine text,
    -- An offer since the last move: `draw`, or `takeback` of the last move. NULL if there is none.
    offer text,
    -- The mark of the player who made the offer.
    offer_by text,
    -- Whether the other player has declined the offer.
    is_offer_declined boolean NOT NULL DEFAULT false,
    -- Whether both players made their first moves within five minutes after the start. Only then can a player lose by being away. NULL
    -- until both have moved.
    is_live boolean,
    -- The first game of the same two players, whose chat room this game shares. NULL if the game has its own chat room. The function
    -- `continue_talk` sets it.
    talk_game bigint,
    PRIMARY KEY (club_id, id),
    CONSTRAINT games_one_a_round UNIQUE (club_id, challenge_id, round),
    CONSTRAINT games_club_id_challenge_id_fkey FOREIGN KEY (club_id, challenge_id) REFERENCES challenges,
    CONSTRAINT games_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT games_club_id_o_member_fkey FOREIGN KEY (club_id, o_member) REFERENCES members,
    CONSTRAINT games_club_id_x_member_fkey FOREIGN KEY (club_id, x_member) REFERENCES members,
    CONSTRAINT games_ending_form
        CHECK ((outcome = 'running') = (ending IS NULL) AND (outcome = 'void') = (NOT ending IS DISTINCT FROM 'dissolution')
        AND ending IN ('line', 'board', 'resignation', 'agreement', 'absence', 'dissolution')),
    CONSTRAINT games_finish CHECK ((outcome = 'running') = (finished_at IS NULL)),
    CONSTRAINT games_machine_form CHECK (machine IN ('easy', 'fair', 'strong')),
    CONSTRAINT games_moves_on_board
        CHECK (cardinality(moves) <= CASE variant WHEN '3x3' THEN 9 WHEN '5x5' THEN 25 ELSE 225 END
        AND 0 <= ALL (moves)
        AND (CASE variant WHEN '3x3' THEN 8 WHEN '5x5' THEN 24 ELSE 224 END >= ALL (moves))),
    CONSTRAINT games_offer_form
        CHECK (num_nonnulls(offer, offer_by) = 2 AND offer IN ('draw', 'takeback') AND offer_by IN ('x', 'o') AND outcome = 'running'
        OR num_nonnulls(offer, offer_by) = 0 AND NOT is_offer_declined),
    CONSTRAINT games_outcome_form CHECK (outcome IN ('running', 'x', 'o', 'draw', 'void')),
    CONSTRAINT games_round_form CHECK (round BETWEEN 1 AND 5),
    CONSTRAINT games_seats CHECK (num_nulls(x_member, o_member) = num_nonnulls(machine)),
    CONSTRAINT games_two_players CHECK (x_member <> o_member),
    CONSTRAINT games_variant_form CHECK (variant IN ('3x3', '5x5', '15x15'))
) WITH (fillfactor = 80);
CREATE INDEX games_finished ON games (club_id, finished_at) WHERE outcome <> 'running';
CREATE INDEX games_finished_o ON games (club_id, o_member, finished_at) WHERE outcome <> 'running';
CREATE INDEX games_finished_x ON games (club_id, x_member, finished_at) WHERE outcome <> 'running';
CREATE INDEX games_left ON games (club_id, moved_at) WHERE outcome = 'running';
CREATE INDEX games_of_o ON games (club_id, o_member, id);
CREATE INDEX games_of_pair ON games (club_id, LEAST(x_member, o_member), GREATEST(x_member, o_member), id) WHERE machine IS NULL;
CREATE INDEX games_of_x ON games (club_id, x_member, id);
CREATE UNIQUE INDEX games_one_against_the_machine ON games (club_id, COALESCE(x_member, o_member), variant, machine)
    WHERE machine IS NOT NULL AND outcome = 'running';
CREATE INDEX games_running ON games (club_id, id) WHERE outcome = 'running' AND machine IS NULL;
CREATE INDEX games_running_o ON games (club_id, o_member, id) WHERE outcome = 'running';
CREATE INDEX games_running_x ON games (club_id, x_member, id) WHERE outcome = 'running';
SELECT protect_club_table('games');

-- A member's results and rating on one kind of board.
CREATE TABLE ratings (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The kind of board.
    variant text NOT NULL,
    wins integer NOT NULL DEFAULT 0,
    draws integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    -- The number of games won in a row. Negative if the games were lost.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    -- The rating, its deviation and its volatility are those of Glicko-2.
    rating double precision NOT NULL DEFAULT 1500,
    deviation double precision NOT NULL DEFAULT 350,
    volatility double precision NOT NULL DEFAULT 0.06,
    -- When the last game ended.
    played_at timestamptz NOT NULL DEFAULT now(),
    games integer GENERATED ALWAYS AS ((wins + draws) + losses) STORED NOT NULL,
    -- The sums of `rating_days`, for the last 30 days.
    recent_wins integer NOT NULL DEFAULT 0,
    recent_draws integer NOT NULL DEFAULT 0,
    recent_losses integer NOT NULL DEFAULT 0,
    recent_games integer GENERATED ALWAYS AS ((recent_wins + recent_draws) + recent_losses) STORED NOT NULL,
    PRIMARY KEY (club_id, member_id, variant),
    CONSTRAINT ratings_club_id_member_id_fkey FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ratings_form
        CHECK (wins >= 0 AND draws >= 0 AND losses >= 0 AND best_streak >= 0
        AND deviation > 0::double precision AND volatility > 0::double precision),
    CONSTRAINT ratings_recent_form
        CHECK (recent_wins BETWEEN 0 AND wins AND recent_draws BETWEEN 0 AND draws AND recent_losses BETWEEN 0 AND losses),
    CONSTRAINT ratings_variant_form CHECK (variant IN ('3x3', '5x5', '15x15'))
);
CREATE INDEX ratings_ladder ON ratings (club_id, variant, rating DESC, member_id) INCLUDE (games);
CREATE INDEX ratings_recent_ladder ON ratings (club_id, variant, rating DESC, member_id) INCLUDE (recent_games) WHERE recent_games > 0;
SELECT protect_club_table('ratings');

-- A member's results on one kind of board on one of the last 30 days. Their sums are in `ratings`, so that the leaderboard of the last 30
-- days is as fast as the other one.
CREATE TABLE rating_days (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The kind of board.
    variant text NOT NULL,
    -- The day in the club's time zone.
    day date NOT NULL,
    wins integer NOT NULL DEFAULT 0,
    draws integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, variant, day),
    CONSTRAINT rating_days_club_id_member_id_variant_fkey FOREIGN KEY (club_id, member_id, variant) REFERENCES ratings ON DELETE CASCADE,
    CONSTRAINT rating_days_form CHECK (wins >= 0 AND draws >= 0 AND losses >= 0)
) WITH (fillfactor = 80);
CREATE INDEX rating_days_age ON rating_days (club_id, day);
SELECT protect_club_table('rating_days');
