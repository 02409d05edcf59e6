-- Lets a new game of two members share the chat room of their earlier games, by setting `talk_game`. Runs before a game is added. Games
-- against the machine have no shared chat room.
CREATE OR REPLACE FUNCTION continue_talk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Without this lock, two games that start at the same time would each start a new chat room.
    PERFORM pg_advisory_xact_lock(hashtextextended(
        'talk:' || NEW.club_id || ':' || least(NEW.x_member, NEW.o_member) || ':' || greatest(NEW.x_member, NEW.o_member), 0));
    SELECT coalesce(g.talk_game, g.id) INTO NEW.talk_game FROM games g
    WHERE g.club_id = NEW.club_id AND g.machine IS NULL
        AND least(g.x_member, g.o_member) = least(NEW.x_member, NEW.o_member)
        AND greatest(g.x_member, g.o_member) = greatest(NEW.x_member, NEW.o_member)
    ORDER BY g.id DESC LIMIT 1;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER talk BEFORE INSERT ON games FOR EACH ROW WHEN (new.machine IS NULL) EXECUTE FUNCTION continue_talk();
