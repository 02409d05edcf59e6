-- Adds badges that start to count to the numbers in `badge_counts`, and subtracts badges that stop counting. Runs once after each statement
-- that updates badges.
CREATE OR REPLACE FUNCTION recount_badges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO badge_counts AS c (club_id, measure, goal, members)
        SELECT n.club_id, n.measure, n.goal, count(*)
        FROM after n JOIN before o USING (club_id, member_id, measure, goal) WHERE n.is_counted AND NOT o.is_counted
        GROUP BY n.club_id, n.measure, n.goal ORDER BY n.club_id, n.measure, n.goal
        ON CONFLICT (club_id, measure, goal) DO UPDATE SET members = c.members + excluded.members;
    UPDATE badge_counts c SET members = c.members - gone.members FROM (
        SELECT n.club_id, n.measure, n.goal, count(*) AS members
        FROM after n JOIN before o USING (club_id, member_id, measure, goal) WHERE o.is_counted AND NOT n.is_counted
        GROUP BY n.club_id, n.measure, n.goal
    ) gone WHERE c.club_id = gone.club_id AND c.measure = gone.measure AND c.goal = gone.goal;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER recounted AFTER UPDATE ON badges REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
    EXECUTE FUNCTION recount_badges();
