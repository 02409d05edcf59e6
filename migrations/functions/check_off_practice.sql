-- Marks the member's tasks for a practice game as done today. Runs when a game is finished and its result is added.
CREATE OR REPLACE FUNCTION check_off_practice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE today date := day_of_member(NEW.club_id, NEW.member_id);
BEGIN
    INSERT INTO practice_task_days (club_id, task_id, day, state)
    SELECT t.club_id, t.id, today, 'done' FROM practice_tasks t
    WHERE t.club_id = NEW.club_id AND t.member_id = NEW.member_id AND t.game = NEW.game AND t.since <= today
        AND t.weekdays & (1 << extract(isodow FROM today)::integer - 1) <> 0
    ON CONFLICT (club_id, task_id, day) DO UPDATE SET state = 'done', set_at = now() WHERE practice_task_days.state <> 'done';
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER check_off AFTER INSERT ON practice_results FOR EACH ROW EXECUTE FUNCTION check_off_practice();
