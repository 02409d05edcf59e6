-- Offers at a board: to agree on a draw, or to take back the last move; one at a time, and what became of it is said until the next move.
-- Servers that know `draw_offer` cannot run on beside this.

ALTER TABLE games
    -- What is offered or asked for since the last move, by whom, and whether the other has said no.
    ADD COLUMN offer text,
    ADD COLUMN offer_by text,
    ADD COLUMN is_offer_declined boolean NOT NULL DEFAULT false,
    -- Whether both made their first moves soon after the start: only then does it cost the game to be away. NULL: they have not made them.
    ADD COLUMN is_live boolean,
    -- The game with whose talk this one goes on, the first of its two players; NULL: it has its own.
    ADD COLUMN talk_game bigint;

-- Row-level security shows no row to whoever names no club, the owner included.
ALTER TABLE games NO FORCE ROW LEVEL SECURITY;
UPDATE games SET offer = 'draw', offer_by = draw_offer WHERE draw_offer IS NOT NULL;
UPDATE games SET is_live = true WHERE outcome = 'running' AND ply >= 2;
ALTER TABLE games FORCE ROW LEVEL SECURITY;

ALTER TABLE games
    DROP COLUMN draw_offer,
    ADD CONSTRAINT games_offer_form CHECK (
        num_nonnulls(offer, offer_by) = 2 AND offer IN ('draw', 'takeback') AND offer_by IN ('x', 'o') AND outcome = 'running'
        OR num_nonnulls(offer, offer_by) = 0 AND NOT is_offer_declined);

CREATE INDEX games_of_pair ON games (club_id, (least(x_member, o_member)), (greatest(x_member, o_member)), id) WHERE machine IS NULL;

-- Whichever way two come to a board, their talk goes on from one game to the next.
CREATE FUNCTION continue_talk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Two that begin at once would both begin anew.
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
CREATE TRIGGER talk BEFORE INSERT ON games FOR EACH ROW WHEN (NEW.machine IS NULL) EXECUTE FUNCTION continue_talk();
