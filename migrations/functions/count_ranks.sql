-- Keeps in `ride_rank_totals` how many members have a ride in their ranking, and the sum of its places. Runs once after each statement that
-- changes rankings. The rows change in the order of the rides, so that two statements do not block each other.
CREATE OR REPLACE FUNCTION count_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO ride_rank_totals AS t (club_id, ride_id, members, places)
            SELECT club_id, ride_id, count(*), sum(place) FROM added GROUP BY club_id, ride_id ORDER BY club_id, ride_id
            ON CONFLICT (club_id, ride_id) DO UPDATE SET members = t.members + excluded.members, places = t.places + excluded.places;
    ELSIF TG_OP = 'UPDATE' THEN
        PERFORM FROM ride_rank_totals t JOIN removed o ON o.club_id = t.club_id AND o.ride_id = t.ride_id
            ORDER BY t.club_id, t.ride_id FOR UPDATE OF t;
        UPDATE ride_rank_totals t SET places = t.places + c.places FROM (
            SELECT n.club_id, n.ride_id, sum(n.place - o.place) AS places
            FROM added n JOIN removed o ON o.club_id = n.club_id AND o.member_id = n.member_id AND o.ride_id = n.ride_id
            GROUP BY n.club_id, n.ride_id
        ) c WHERE t.club_id = c.club_id AND t.ride_id = c.ride_id AND c.places <> 0;
    ELSE
        PERFORM FROM ride_rank_totals t JOIN removed o ON o.club_id = t.club_id AND o.ride_id = t.ride_id
            ORDER BY t.club_id, t.ride_id FOR UPDATE OF t;
        UPDATE ride_rank_totals t SET members = t.members - c.members, places = t.places - c.places FROM (
            SELECT club_id, ride_id, count(*) AS members, sum(place) AS places FROM removed GROUP BY club_id, ride_id
        ) c WHERE t.club_id = c.club_id AND t.ride_id = c.ride_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER counted AFTER INSERT ON ride_ranks REFERENCING NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION count_ranks();

CREATE OR REPLACE TRIGGER recounted AFTER UPDATE ON ride_ranks REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION count_ranks();

CREATE OR REPLACE TRIGGER uncounted AFTER DELETE ON ride_ranks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
    EXECUTE FUNCTION count_ranks();
