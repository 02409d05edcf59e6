-- Requests a recalculation of the badges of members. Runs after a change of facts of a ride or park that badges depend on, after a
-- friendship ends, and after the audience of a photo is updated or a photo is deleted.
CREATE OR REPLACE FUNCTION request_badge_recalculation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The members who have ridden the ride. Rides that are marked as ridden count, too.
    IF TG_TABLE_NAME = 'rides' THEN
        INSERT INTO badge_recalculations (club_id, member_id)
            SELECT club_id, member_id FROM member_rides WHERE club_id = NEW.club_id AND ride_id = NEW.id AND is_ridden
            ON CONFLICT DO NOTHING;
    -- The members who have ridden a ride of the park.
    ELSIF TG_TABLE_NAME = 'parks' THEN
        INSERT INTO badge_recalculations (club_id, member_id)
            SELECT DISTINCT t.club_id, t.member_id
            FROM rides r JOIN member_rides t ON t.club_id = r.club_id AND t.ride_id = r.id AND t.is_ridden
            WHERE r.club_id = NEW.club_id AND r.park_id = NEW.id ON CONFLICT DO NOTHING;
    ELSE
        -- The member does not exist any more if the club is being deleted.
        INSERT INTO badge_recalculations (club_id, member_id)
            SELECT club_id, id FROM members WHERE club_id = OLD.club_id AND id = OLD.member_id ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER badge_recalculation AFTER DELETE ON follows FOR EACH ROW WHEN (old.is_mutual)
    EXECUTE FUNCTION request_badge_recalculation();

CREATE OR REPLACE TRIGGER badge_recalculation AFTER UPDATE OF country ON parks FOR EACH ROW WHEN (old.country <> new.country)
    EXECUTE FUNCTION request_badge_recalculation();

CREATE OR REPLACE TRIGGER badge_recalculation AFTER UPDATE OF audience ON photos FOR EACH ROW WHEN (old.audience <> new.audience)
    EXECUTE FUNCTION request_badge_recalculation();

CREATE OR REPLACE TRIGGER badge_recalculation_of_deleted AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION request_badge_recalculation();

CREATE OR REPLACE TRIGGER badge_recalculation AFTER UPDATE OF kind, maker, material, height_cm, length_cm, inversions ON rides FOR EACH ROW
    WHEN (old.kind IS DISTINCT FROM new.kind OR old.maker IS DISTINCT FROM new.maker OR old.material IS DISTINCT FROM new.material
        OR old.height_cm IS DISTINCT FROM new.height_cm OR old.length_cm IS DISTINCT FROM new.length_cm
        OR old.inversions IS DISTINCT FROM new.inversions)
    EXECUTE FUNCTION request_badge_recalculation();
