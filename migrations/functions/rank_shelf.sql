-- Keeps the number of a member's shelves that the whole club can see up to date. Runs after a shelf is added or deleted, and after its
-- audience is updated.
CREATE OR REPLACE FUNCTION rank_shelf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.audience = 'club' THEN
        PERFORM rank_library(OLD.club_id, OLD.member_id, 'shelves', 0::smallint, -1);
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.audience = 'club' THEN
        PERFORM rank_library(NEW.club_id, NEW.member_id, 'shelves', 0::smallint, 1);
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER rank AFTER INSERT OR DELETE OR UPDATE OF audience ON shelves FOR EACH ROW EXECUTE FUNCTION rank_shelf();
