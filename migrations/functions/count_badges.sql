-- Adds new badges to the numbers in `badge_counts`. Runs once after each statement that adds badges. The rows change in the order of the
-- badges, so that two statements do not block each other.
CREATE OR REPLACE FUNCTION count_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO badge_counts AS c (club_id, measure, goal, members)
        SELECT club_id, measure, goal, count(*) FROM changed WHERE is_counted
        GROUP BY club_id, measure, goal ORDER BY club_id, measure, goal
        ON CONFLICT (club_id, measure, goal) DO UPDATE SET members = c.members + excluded.members;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER counted AFTER INSERT ON badges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION count_badges();
