-- Keeps the laps and riders of a ride up to date. Runs after a member's laps on the ride, or the mark that the member has ridden it, were
-- added, changed or deleted.
CREATE OR REPLACE FUNCTION total_rides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE rides SET laps = laps + NEW.laps, riders = riders + NEW.is_ridden::integer WHERE club_id = NEW.club_id AND id = NEW.ride_id;
        -- A member who has only marked rides needs a row for the number of different rides.
        INSERT INTO member_ride_totals (club_id, member_id, period, laps, rides)
            SELECT NEW.club_id, NEW.member_id, '', 0, 0 WHERE NEW.is_marked ON CONFLICT DO NOTHING;
    ELSIF TG_OP = 'DELETE' THEN
        UPDATE rides SET laps = laps - OLD.laps, riders = riders - OLD.is_ridden::integer WHERE club_id = OLD.club_id AND id = OLD.ride_id;
    ELSE
        UPDATE rides SET laps = laps + NEW.laps - OLD.laps, riders = riders + NEW.is_ridden::integer - OLD.is_ridden::integer
            WHERE club_id = NEW.club_id AND id = NEW.ride_id;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ride_totals AFTER INSERT OR DELETE ON member_rides FOR EACH ROW EXECUTE FUNCTION total_rides();

CREATE OR REPLACE TRIGGER ride_totals_changed AFTER UPDATE ON member_rides FOR EACH ROW
    WHEN (old.laps IS DISTINCT FROM new.laps OR old.is_ridden IS DISTINCT FROM new.is_ridden)
    EXECUTE FUNCTION total_rides();
