-- Recalculates the totals and days of a member from the results since the last reset of the score. Returns 1.
CREATE OR REPLACE FUNCTION recount_practice(of_club bigint, of_member bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    settings practice_settings := (SELECT s FROM practice_settings s WHERE s.club_id = of_club AND s.member_id = of_member);
    since bigint := coalesce(settings.reset_id, 0);
BEGIN
    DELETE FROM practice_totals WHERE club_id = of_club AND member_id = of_member;
    DELETE FROM practice_days WHERE club_id = of_club AND member_id = of_member;
    -- `lost` is the number of games that were lost so far. Games that were won in a row have the same number.
    WITH played AS (
        SELECT *, count(*) FILTER (WHERE NOT is_won) OVER (PARTITION BY game ORDER BY id) AS lost
        FROM practice_results WHERE club_id = of_club AND member_id = of_member AND id > since
    ), runs AS (
        SELECT game, lost, count(*) FILTER (WHERE is_won) AS length FROM played GROUP BY game, lost
    )
    INSERT INTO practice_totals (club_id, member_id, game, games, won, points, best, streak, best_streak, unaided, best_level, daily,
        is_ranked)
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
