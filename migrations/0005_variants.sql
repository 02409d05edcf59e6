-- Larger boards beside 3 by 3, challenges that say what is to be played, matches of several games, a machine to play against, and
-- scores kept for each kind of board. Servers that know `game_records` cannot run on beside this.

ALTER TABLE challenges
    ADD COLUMN variant text NOT NULL DEFAULT '3x3',
    -- Who has the crosses in the first game: whoever asks, whoever is asked, or by lot.
    ADD COLUMN starts text NOT NULL DEFAULT 'lot',
    ADD COLUMN best_of smallint NOT NULL DEFAULT 1,
    ADD COLUMN words text NOT NULL DEFAULT '',
    -- When it was first shown to whom it was sent.
    ADD COLUMN seen_at timestamptz,
    -- Why it was refused.
    ADD COLUMN reason text,
    ADD CONSTRAINT challenges_variant_form CHECK (variant IN ('3x3', '5x5', '15x15')),
    ADD CONSTRAINT challenges_starts_form CHECK (starts IN ('from', 'to', 'lot')),
    ADD CONSTRAINT challenges_best_of_form CHECK (best_of IN (1, 3, 5)),
    ADD CONSTRAINT challenges_words_form CHECK (length(words) <= 200),
    ADD CONSTRAINT challenges_reason_form CHECK (reason IS NULL OR state = 'refused' AND reason IN ('busy', 'later', 'board'));

ALTER TABLE games
    ADD COLUMN variant text NOT NULL DEFAULT '3x3',
    -- Which game of its challenge's match this is.
    ADD COLUMN round smallint NOT NULL DEFAULT 1,
    -- Who has offered a draw since the last move.
    ADD COLUMN draw_offer text,
    -- How well the machine plays that has the seat of no member.
    ADD COLUMN machine text,
    ALTER COLUMN x_member DROP NOT NULL,
    ALTER COLUMN o_member DROP NOT NULL,
    DROP CONSTRAINT games_one_for_a_challenge,
    DROP CONSTRAINT games_moves_on_board,
    DROP CONSTRAINT games_outcome_form,
    DROP CONSTRAINT games_ending_form,
    ADD CONSTRAINT games_one_a_round UNIQUE (club_id, challenge_id, round),
    ADD CONSTRAINT games_variant_form CHECK (variant IN ('3x3', '5x5', '15x15')),
    ADD CONSTRAINT games_moves_on_board CHECK (
        cardinality(moves) <= CASE variant WHEN '3x3' THEN 9 WHEN '5x5' THEN 25 ELSE 225 END
        AND 0 <= ALL (moves) AND CASE variant WHEN '3x3' THEN 8 WHEN '5x5' THEN 24 ELSE 224 END >= ALL (moves)),
    ADD CONSTRAINT games_round_form CHECK (round BETWEEN 1 AND 5),
    ADD CONSTRAINT games_draw_offer_form CHECK (draw_offer IS NULL OR draw_offer IN ('x', 'o') AND outcome = 'running'),
    ADD CONSTRAINT games_machine_form CHECK (machine IN ('easy', 'fair', 'strong')),
    ADD CONSTRAINT games_seats CHECK (num_nulls(x_member, o_member) = num_nonnulls(machine)),
    -- `void`: it counts for nothing.
    ADD CONSTRAINT games_outcome_form CHECK (outcome IN ('running', 'x', 'o', 'draw', 'void')),
    ADD CONSTRAINT games_ending_form CHECK (
        (outcome = 'running') = (ending IS NULL) AND (outcome = 'void') = (ending IS NOT DISTINCT FROM 'dissolution')
        AND ending IN ('line', 'board', 'resignation', 'agreement', 'absence', 'dissolution'));

-- Against the machine one has one game of a kind at a time, however often one asks for it.
CREATE UNIQUE INDEX games_one_against_the_machine ON games (club_id, coalesce(x_member, o_member), variant, machine)
    WHERE machine IS NOT NULL AND outcome = 'running';

CREATE TABLE scores (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    variant text NOT NULL,
    wins integer NOT NULL DEFAULT 0,
    draws integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    -- Games won in a row; below zero: lost in a row.
    streak integer NOT NULL DEFAULT 0,
    best_streak integer NOT NULL DEFAULT 0,
    -- Glicko-2.
    rating double precision NOT NULL DEFAULT 1500,
    deviation double precision NOT NULL DEFAULT 350,
    volatility double precision NOT NULL DEFAULT 0.06,
    played_at timestamptz NOT NULL DEFAULT now(),
    games integer NOT NULL GENERATED ALWAYS AS (wins + draws + losses) STORED,
    PRIMARY KEY (club_id, member_id, variant),
    FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT scores_variant_form CHECK (variant IN ('3x3', '5x5', '15x15')),
    CONSTRAINT scores_form CHECK (wins >= 0 AND draws >= 0 AND losses >= 0 AND best_streak >= 0 AND deviation > 0 AND volatility > 0)
);
CREATE INDEX scores_ladder ON scores (club_id, variant, rating DESC, member_id) INCLUDE (games);
ALTER TABLE scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE scores FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON scores USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE game_records NO FORCE ROW LEVEL SECURITY;
ALTER TABLE scores NO FORCE ROW LEVEL SECURITY;
INSERT INTO scores (club_id, member_id, variant, wins, draws, losses)
    SELECT club_id, member_id, '3x3', wins, draws, losses FROM game_records WHERE wins + draws + losses > 0;
ALTER TABLE scores FORCE ROW LEVEL SECURITY;
DROP TABLE game_records;
