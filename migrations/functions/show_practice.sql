-- Applies a change of who can see a member's practice. If nobody else can see it, the member's practice badges are not counted. If the club
-- cannot see it, the member is removed from the leaderboard. Runs after the privacy settings of a member have changed.
CREATE OR REPLACE FUNCTION show_practice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE badges SET is_counted = NOT 'practice' = ANY (NEW.for_me)
        WHERE club_id = NEW.club_id AND member_id = NEW.id AND measure LIKE 'practice\_%'
            AND is_counted = ('practice' = ANY (NEW.for_me));
    IF 'practice' = ANY (NEW.for_me || NEW.for_friends) THEN
        UPDATE practice_settings SET is_ranked = false WHERE club_id = NEW.club_id AND member_id = NEW.id AND is_ranked;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER show_practice AFTER UPDATE OF for_me, for_friends ON members FOR EACH ROW
    WHEN (old.for_me IS DISTINCT FROM new.for_me OR old.for_friends IS DISTINCT FROM new.for_friends)
    EXECUTE FUNCTION show_practice();
