-- Adds `change`, which can be negative, to a number in `library_leaderboard_totals`. `what` is the measure.
CREATE OR REPLACE FUNCTION rank_library(
    club bigint, member bigint, what text, in_year smallint, change integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF change < 0 THEN
        UPDATE library_leaderboard_totals SET amount = amount + change
            WHERE club_id = club AND member_id = member AND measure = what AND year = in_year;
    ELSE
        INSERT INTO library_leaderboard_totals AS s (club_id, member_id, measure, year, amount) VALUES (club, member, what, in_year, change)
            ON CONFLICT (club_id, member_id, measure, year) DO UPDATE SET amount = s.amount + excluded.amount;
    END IF;
END
$$;
