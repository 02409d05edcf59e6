-- Subtracts deleted badges from the numbers in `badge_counts`. Runs once after each statement that deletes badges. The rows are locked in
-- the order of the badges, so that two statements do not block each other.
CREATE OR REPLACE FUNCTION uncount_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM badge_counts c JOIN changed g ON g.club_id = c.club_id AND g.measure = c.measure AND g.goal = c.goal
        ORDER BY c.club_id, c.measure, c.goal FOR UPDATE OF c;
    UPDATE badge_counts c SET members = c.members - gone.members
        FROM (SELECT club_id, measure, goal, count(*) AS members FROM changed WHERE is_counted GROUP BY club_id, measure, goal) gone
        WHERE c.club_id = gone.club_id AND c.measure = gone.measure AND c.goal = gone.goal;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER uncounted AFTER DELETE ON badges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION uncount_badges();
