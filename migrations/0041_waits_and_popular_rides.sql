-- additive
-- How long one waits for a ride, as those say who are at the park; and what most have ridden.

CREATE TABLE wait_reports (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- `main`, or `single`: of single riders.
    line text NOT NULL,
    -- `open`, `closed`, or `virtual`: one waits elsewhere until one's turn.
    state text NOT NULL,
    -- In an open line; none to walk on.
    minutes integer,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- Of five minutes, by their number since 1970, the last report counts.
    slot bigint NOT NULL DEFAULT extract(epoch FROM now())::bigint / 300,
    PRIMARY KEY (club_id, id),
    CONSTRAINT wait_reports_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT wait_reports_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT wait_reports_once UNIQUE (club_id, member_id, ride_id, line, slot),
    CONSTRAINT wait_reports_form CHECK (line IN ('main', 'single') AND state IN ('open', 'closed', 'virtual')
        AND (state = 'open') = (minutes IS NOT NULL) AND minutes BETWEEN 0 AND 600)
);
CREATE INDEX wait_reports_of_a_ride ON wait_reports (club_id, ride_id, made_at);
CREATE INDEX wait_reports_by_age ON wait_reports (club_id, made_at);
ALTER TABLE wait_reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE wait_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY club ON wait_reports USING (club_id = nullif(current_setting('app.club_id', true), '')::bigint)
    WITH CHECK (club_id = nullif(current_setting('app.club_id', true), '')::bigint);

-- What most have ridden.
CREATE INDEX rides_by_riders ON rides (club_id, riders DESC, id) WHERE riders > 0;
