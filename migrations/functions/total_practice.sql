-- Adds a finished game to the totals of the member, and to the number of games of the day. Runs after a result is added.
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

CREATE OR REPLACE TRIGGER total AFTER INSERT ON practice_results FOR EACH ROW EXECUTE FUNCTION total_practice();
