-- Requests a recalculation of the ride totals of all members who have ridden a ride. Runs after an update of the ride that can change what
-- counts as a credit.
CREATE OR REPLACE FUNCTION request_ride_recalculation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO member_ride_recalculations (club_id, member_id)
        SELECT club_id, member_id FROM member_rides WHERE club_id = NEW.club_id AND ride_id = NEW.id AND is_ridden ORDER BY member_id
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER ride_recalculation AFTER UPDATE OF kind, is_kiddie, moved_from, first_id ON rides FOR EACH ROW
    WHEN (old.kind IS DISTINCT FROM new.kind OR old.is_kiddie IS DISTINCT FROM new.is_kiddie
        OR old.first_id IS DISTINCT FROM new.first_id)
    EXECUTE FUNCTION request_ride_recalculation();
