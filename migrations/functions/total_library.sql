-- Keeps `video_game_totals` and `library_totals` up to date. Runs after a library entry is added or deleted, and after its list or rating
-- has changed.
CREATE OR REPLACE FUNCTION total_library() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE video_game_totals SET members = members - 1,
            ratings = ratings - (OLD.rating IS NOT NULL)::integer, rated = rated - coalesce(OLD.rating, 0)
            WHERE club_id = OLD.club_id AND video_game_id = OLD.video_game_id;
        UPDATE library_totals SET video_games = video_games - 1 WHERE club_id = OLD.club_id AND member_id = OLD.member_id
            AND state = OLD.state;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO video_game_totals AS t (club_id, video_game_id, members, ratings, rated)
            VALUES (NEW.club_id, NEW.video_game_id, 1, (NEW.rating IS NOT NULL)::integer, coalesce(NEW.rating, 0))
            ON CONFLICT (club_id, video_game_id) DO UPDATE SET members = t.members + 1, ratings = t.ratings + excluded.ratings,
                rated = t.rated + excluded.rated;
        INSERT INTO library_totals AS t (club_id, member_id, state, video_games) VALUES (NEW.club_id, NEW.member_id, NEW.state, 1)
            ON CONFLICT (club_id, member_id, state) DO UPDATE SET video_games = t.video_games + 1;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER totals AFTER INSERT OR DELETE ON library_entries FOR EACH ROW EXECUTE FUNCTION total_library();

CREATE OR REPLACE TRIGGER totals_changed AFTER UPDATE ON library_entries FOR EACH ROW
    WHEN (old.state IS DISTINCT FROM new.state OR old.rating IS DISTINCT FROM new.rating)
    EXECUTE FUNCTION total_library();
