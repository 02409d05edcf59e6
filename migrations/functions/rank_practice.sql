-- Copies `is_ranked` from a member's settings to the member's totals. Runs after `is_ranked` has changed, and after settings with a true
-- `is_ranked` are added.
CREATE OR REPLACE FUNCTION rank_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE practice_totals SET is_ranked = NEW.is_ranked WHERE club_id = NEW.club_id AND member_id = NEW.member_id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER rank AFTER UPDATE OF is_ranked ON practice_settings FOR EACH ROW WHEN (old.is_ranked <> new.is_ranked)
    EXECUTE FUNCTION rank_practice();

CREATE OR REPLACE TRIGGER rank_new AFTER INSERT ON practice_settings FOR EACH ROW WHEN (new.is_ranked) EXECUTE FUNCTION rank_practice();
