-- What nobody reads is not counted: how many play a title.

CREATE OR REPLACE FUNCTION total_library() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE title_totals SET members = members - 1,
            ratings = ratings - (OLD.rating IS NOT NULL)::integer, rated = rated - coalesce(OLD.rating, 0)
            WHERE club_id = OLD.club_id AND title_id = OLD.title_id;
        UPDATE library_totals SET titles = titles - 1 WHERE club_id = OLD.club_id AND member_id = OLD.member_id AND state = OLD.state;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO title_totals AS t (club_id, title_id, members, ratings, rated)
            VALUES (NEW.club_id, NEW.title_id, 1, (NEW.rating IS NOT NULL)::integer, coalesce(NEW.rating, 0))
            ON CONFLICT (club_id, title_id) DO UPDATE SET members = t.members + 1, ratings = t.ratings + excluded.ratings,
                rated = t.rated + excluded.rated;
        INSERT INTO library_totals AS t (club_id, member_id, state, titles) VALUES (NEW.club_id, NEW.member_id, NEW.state, 1)
            ON CONFLICT (club_id, member_id, state) DO UPDATE SET titles = t.titles + 1;
    END IF;
    RETURN NULL;
END
$$;
ALTER TABLE title_totals DROP COLUMN players;
