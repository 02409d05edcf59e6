-- What was won, drawn and lost in the last 30 days: counted by day, and kept as a sum beside the score, so that a leaderboard of that time
-- costs what the other one does. Servers that do not count by day cannot run on beside this.

CREATE TABLE score_days (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    variant text NOT NULL,
    -- In UTC.
    day date NOT NULL,
    wins integer NOT NULL DEFAULT 0,
    draws integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, variant, day),
    FOREIGN KEY (club_id, member_id, variant) REFERENCES scores ON DELETE CASCADE,
    CONSTRAINT score_days_form CHECK (wins >= 0 AND draws >= 0 AND losses >= 0)
) WITH (fillfactor = 80);
CREATE INDEX score_days_age ON score_days (club_id, day);
ALTER TABLE score_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_days FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON score_days USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

ALTER TABLE scores
    ADD COLUMN recent_wins integer NOT NULL DEFAULT 0,
    ADD COLUMN recent_draws integer NOT NULL DEFAULT 0,
    ADD COLUMN recent_losses integer NOT NULL DEFAULT 0,
    ADD COLUMN recent_games integer NOT NULL GENERATED ALWAYS AS (recent_wins + recent_draws + recent_losses) STORED,
    ADD CONSTRAINT scores_recent_form CHECK (
        recent_wins BETWEEN 0 AND wins AND recent_draws BETWEEN 0 AND draws AND recent_losses BETWEEN 0 AND losses);
CREATE INDEX scores_recent_ladder ON scores (club_id, variant, rating DESC, member_id) INCLUDE (recent_games) WHERE recent_games > 0;

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE games NO FORCE ROW LEVEL SECURITY;
ALTER TABLE scores NO FORCE ROW LEVEL SECURITY;
ALTER TABLE score_days NO FORCE ROW LEVEL SECURITY;
INSERT INTO score_days (club_id, member_id, variant, day, wins, draws, losses)
    SELECT s.club_id, s.member_id, s.variant, (g.finished_at AT TIME ZONE 'UTC')::date,
        count(*) FILTER (WHERE g.outcome = seat.mark), count(*) FILTER (WHERE g.outcome = 'draw'),
        count(*) FILTER (WHERE g.outcome NOT IN (seat.mark, 'draw'))
    FROM games g
    CROSS JOIN LATERAL (VALUES ('x', g.x_member), ('o', g.o_member)) seat (mark, member_id)
    JOIN scores s ON s.club_id = g.club_id AND s.member_id = seat.member_id AND s.variant = g.variant
    WHERE g.outcome IN ('x', 'o', 'draw') AND g.machine IS NULL
        AND (g.finished_at AT TIME ZONE 'UTC')::date > (now() AT TIME ZONE 'UTC')::date - 30
    GROUP BY 1, 2, 3, 4;
UPDATE scores s SET
    recent_wins = least(d.wins, s.wins), recent_draws = least(d.draws, s.draws), recent_losses = least(d.losses, s.losses)
    FROM (SELECT club_id, member_id, variant, sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses FROM score_days GROUP BY 1, 2, 3) d
    WHERE d.club_id = s.club_id AND d.member_id = s.member_id AND d.variant = s.variant;
ALTER TABLE games FORCE ROW LEVEL SECURITY;
ALTER TABLE scores FORCE ROW LEVEL SECURITY;
ALTER TABLE score_days FORCE ROW LEVEL SECURITY;
