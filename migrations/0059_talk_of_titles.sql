-- additive
-- What is said about a game of the club's own goes with it.

CREATE TRIGGER room AFTER DELETE ON titles FOR EACH ROW EXECUTE FUNCTION forget_room('title');
