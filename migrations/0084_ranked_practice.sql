-- additive
-- A member's first settings can already put them on the leaderboard.

CREATE TRIGGER rank_new AFTER INSERT ON practice_settings FOR EACH ROW WHEN (NEW.is_ranked) EXECUTE FUNCTION rank_practice();

DO $$
DECLARE club bigint;
BEGIN
    FOR club IN SELECT id FROM clubs LOOP
        PERFORM set_config('app.club_id', club::text, true);
        UPDATE practice_totals t SET is_ranked = s.is_ranked FROM practice_settings s
        WHERE s.club_id = t.club_id AND s.member_id = t.member_id AND s.is_ranked <> t.is_ranked;
    END LOOP;
    PERFORM set_config('app.club_id', '', true);
END $$;
