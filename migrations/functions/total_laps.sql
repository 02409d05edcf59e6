-- Keeps the totals of laps up to date: by member and ride, by member and period, and by ride and month. Runs after rows of `laps` are added,
-- changed or deleted. A negative number of laps on a day counts as 0. The totals of the rides follow in `total_rides`.
CREATE OR REPLACE FUNCTION total_laps() RETURNS trigger LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    -- The days that have more or fewer laps than before. `count` is the difference.
    changes laps[];
    additions laps[];
    removals laps[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        changes := ARRAY(SELECT ROW(n.club_id, n.member_id, n.ride_id, n.day, greatest(n.count, 0))::laps FROM new_laps n);
    ELSIF TG_OP = 'DELETE' THEN
        changes := ARRAY(SELECT ROW(o.club_id, o.member_id, o.ride_id, o.day, -greatest(o.count, 0))::laps FROM old_laps o);
    ELSE
        changes := ARRAY(
            SELECT ROW(n.club_id, n.member_id, n.ride_id, n.day, greatest(n.count, 0) - greatest(o.count, 0))::laps
            FROM new_laps n JOIN old_laps o USING (club_id, member_id, ride_id, day));
    END IF;
    additions := ARRAY(SELECT c FROM unnest(changes) c WHERE c.count > 0);
    removals := ARRAY(SELECT c FROM unnest(changes) c WHERE c.count < 0);

    IF cardinality(removals) > 0 THEN
        UPDATE member_rides t SET laps = t.laps + c.laps
            FROM (SELECT r.club_id, r.member_id, r.ride_id, sum(r.count) AS laps FROM unnest(removals) r GROUP BY 1, 2, 3) c
            WHERE t.club_id = c.club_id AND t.member_id = c.member_id AND t.ride_id = c.ride_id;
        UPDATE member_ride_totals t SET laps = t.laps + c.laps
            FROM (SELECT r.club_id, r.member_id, p.period, sum(r.count) AS laps FROM unnest(removals) r, ride_periods(r.day) p (period)
                GROUP BY 1, 2, 3) c
            WHERE t.club_id = c.club_id AND t.member_id = c.member_id AND t.period = c.period;
        UPDATE ride_months t SET laps = t.laps + c.laps
            FROM (SELECT r.club_id, r.ride_id, date_trunc('month', r.day)::date AS month, sum(r.count) AS laps FROM unnest(removals) r
                GROUP BY 1, 2, 3) c
            WHERE t.club_id = c.club_id AND t.ride_id = c.ride_id AND t.month = c.month;
    END IF;

    IF cardinality(additions) > 0 THEN
        INSERT INTO member_rides AS t (club_id, member_id, ride_id, laps)
            SELECT a.club_id, a.member_id, a.ride_id, sum(a.count) FROM unnest(additions) a GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (club_id, member_id, ride_id) DO UPDATE SET laps = t.laps + excluded.laps;
        INSERT INTO member_ride_totals AS t (club_id, member_id, period, laps, rides)
            SELECT a.club_id, a.member_id, p.period, sum(a.count), 0 FROM unnest(additions) a, ride_periods(a.day) p (period)
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (club_id, member_id, period) DO UPDATE SET laps = t.laps + excluded.laps;
        INSERT INTO ride_months AS t (club_id, ride_id, month, laps)
            SELECT a.club_id, a.ride_id, date_trunc('month', a.day)::date, sum(a.count) FROM unnest(additions) a
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (club_id, ride_id, month) DO UPDATE SET laps = t.laps + excluded.laps;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER totals_added AFTER INSERT ON laps REFERENCING NEW TABLE AS new_laps
    FOR EACH STATEMENT EXECUTE FUNCTION total_laps();

CREATE OR REPLACE TRIGGER totals_changed AFTER UPDATE ON laps REFERENCING OLD TABLE AS old_laps NEW TABLE AS new_laps
    FOR EACH STATEMENT EXECUTE FUNCTION total_laps();

CREATE OR REPLACE TRIGGER totals_deleted AFTER DELETE ON laps REFERENCING OLD TABLE AS old_laps
    FOR EACH STATEMENT EXECUTE FUNCTION total_laps();
