-- additive
-- What members mean to do, on which days of the week; and on which days it was done.

CREATE TABLE practice_tasks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    title text NOT NULL,
    -- Days of the week as bits: Monday is 1, Sunday 64.
    weekdays smallint NOT NULL,
    -- The time of day where its member is; NULL: any.
    due_at time,
    -- The exercise that checks it off by itself; NULL: none does.
    game text,
    -- Whether the bell tells of it at its time.
    is_told boolean NOT NULL,
    -- Its first day.
    since date NOT NULL,
    PRIMARY KEY (club_id, id),
    CONSTRAINT practice_tasks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT practice_tasks_form CHECK (length(title) BETWEEN 1 AND 100 AND weekdays BETWEEN 1 AND 127
        AND game IN ('wordley', 'slideit') AND (due_at IS NOT NULL OR NOT is_told))
) WITH (fillfactor = 80);
CREATE INDEX practice_tasks_of ON practice_tasks (club_id, member_id, id);
CREATE INDEX practice_tasks_told ON practice_tasks (club_id, member_id) WHERE is_told;

CREATE TABLE practice_task_days (
    club_id bigint NOT NULL,
    task_id bigint NOT NULL,
    day date NOT NULL,
    -- `done`, or `dropped`: it is not to be offered again.
    state text NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, task_id, day),
    CONSTRAINT practice_task_days_task FOREIGN KEY (club_id, task_id) REFERENCES practice_tasks ON DELETE CASCADE,
    CONSTRAINT practice_task_days_form CHECK (state IN ('done', 'dropped'))
);

-- The day on which a member is, by their own clock.
CREATE FUNCTION day_of_member(of_club bigint, of_member bigint) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (now() AT TIME ZONE coalesce((SELECT a.time_zone FROM memberships m JOIN accounts a ON a.id = m.account_id
        WHERE m.club_id = of_club AND m.member_id = of_member), 'UTC'))::date
$$;

-- An exercise checks itself off.
CREATE FUNCTION check_off_practice() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER check_off AFTER INSERT ON practice_results FOR EACH ROW EXECUTE FUNCTION check_off_practice();

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['practice_tasks', 'practice_task_days'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY club ON %I USING (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))
            WITH CHECK (club_id = (SELECT nullif(current_setting(''app.club_id'', true), '''')::bigint))', name);
    END LOOP;
END $$;
