-- Laps that members count, their sums, the rules about which rides count, and the rankings and wish lists of members.

-- One request of a member to count laps. Requests that are sent again have the same idempotency key.
CREATE TABLE lap_actions (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- A random text from the browser.
    idempotency_key text NOT NULL,
    ride_id bigint NOT NULL,
    -- The day of the laps in the time zone of the park.
    day date NOT NULL,
    -- The number of laps to add. A negative number subtracts laps.
    amount integer NOT NULL,
    -- True if the action was undone. If the undo arrives before the action, it adds this row, and the action does not count.
    is_undone boolean NOT NULL DEFAULT false,
    -- When the laps were counted. A browser without a connection sends the action later.
    made_at timestamptz NOT NULL DEFAULT now(),
    -- True if the laps were counted between 22:00 and 4:00 in the time zone of the park.
    is_night boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, id),
    CONSTRAINT lap_actions_once UNIQUE (club_id, member_id, idempotency_key),
    CONSTRAINT lap_actions_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT lap_actions_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT lap_actions_amount_form CHECK (amount BETWEEN -2000 AND 2000),
    CONSTRAINT lap_actions_idempotency_key_form CHECK (idempotency_key ~ '^[A-Za-z0-9_-]{8,64}$')
);
CREATE INDEX lap_actions_at_night ON lap_actions (club_id, member_id, day) WHERE is_night AND NOT is_undone;
CREATE INDEX lap_actions_of_a_day ON lap_actions (club_id, member_id, ride_id, day, id);
CREATE INDEX lap_actions_of_a_ride ON lap_actions (club_id, ride_id);
SELECT protect_club_table('lap_actions');

-- A member's note about a lap action: a text, the seat and a photo. Each of them may be missing.
CREATE TABLE lap_notes (
    club_id bigint NOT NULL,
    lap_action_id bigint NOT NULL,
    member_id bigint NOT NULL,
    note text NOT NULL DEFAULT '',
    -- For example "Row 7, left".
    seat text NOT NULL DEFAULT '',
    photo_id bigint,
    PRIMARY KEY (club_id, lap_action_id),
    CONSTRAINT lap_notes_action FOREIGN KEY (club_id, lap_action_id) REFERENCES lap_actions ON DELETE CASCADE,
    CONSTRAINT lap_notes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT lap_notes_photo FOREIGN KEY (club_id, photo_id) REFERENCES photos ON DELETE SET NULL (photo_id),
    CONSTRAINT lap_notes_form CHECK (length(note) <= 500 AND length(seat) <= 40)
);
CREATE INDEX lap_notes_of ON lap_notes (club_id, member_id, lap_action_id DESC);
CREATE INDEX lap_notes_with_photos ON lap_notes (club_id, photo_id) WHERE photo_id IS NOT NULL;
SELECT protect_club_table('lap_notes');

-- The number of laps of a member on a ride on one day: the sum of the lap actions that were not undone.
CREATE TABLE laps (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- The day in the time zone of the park.
    day date NOT NULL,
    -- The sum is negative if an action was undone after other actions had subtracted its laps. A negative sum counts as 0.
    count integer NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id, day),
    CONSTRAINT laps_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT laps_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT laps_count_form CHECK (count <= 999)
) WITH (fillfactor = 80);
CREATE INDEX laps_by_day ON laps (club_id, member_id, day, ride_id) WHERE count > 0;
CREATE INDEX laps_of_a_ride ON laps (club_id, ride_id);
SELECT protect_club_table('laps');

-- The number of laps of a member on a ride, and whether the member has ridden the ride.
CREATE TABLE member_rides (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    laps bigint NOT NULL,
    -- True if the member has marked the ride as ridden without counting laps.
    is_marked boolean NOT NULL DEFAULT false,
    is_ridden boolean GENERATED ALWAYS AS ((laps > 0) OR is_marked) STORED NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT member_rides_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT member_rides_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT member_rides_laps_form CHECK (laps >= 0)
) WITH (fillfactor = 80);
CREATE INDEX member_rides_by_whom ON member_rides (club_id, ride_id, member_id) WHERE is_ridden;
CREATE INDEX member_rides_most ON member_rides (club_id, member_id, laps DESC, ride_id) WHERE laps > 0;
SELECT protect_club_table('member_rides');

-- The totals of a member in one period, for leaderboards.
CREATE TABLE member_ride_totals (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    laps bigint NOT NULL,
    -- The number of credits: different rides, counted by the club's counting rule.
    rides integer NOT NULL,
    -- A year (2026), a month (2026-11), or an empty text for all time.
    period text NOT NULL DEFAULT '',
    -- The number of different parks.
    parks integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club_id, member_id, period),
    CONSTRAINT member_ride_totals_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT member_ride_totals_form CHECK (laps >= 0 AND rides >= 0),
    CONSTRAINT member_ride_totals_period_form CHECK (period ~ '^(\d{4}(-\d\d)?)?$' AND parks >= 0)
) WITH (fillfactor = 80);
CREATE INDEX member_ride_totals_by_laps ON member_ride_totals (club_id, period, laps DESC, member_id) WHERE laps > 0;
CREATE INDEX member_ride_totals_by_parks ON member_ride_totals (club_id, period, parks DESC, member_id) WHERE parks > 0;
CREATE INDEX member_ride_totals_by_rides ON member_ride_totals (club_id, period, rides DESC, member_id) WHERE rides > 0;
SELECT protect_club_table('member_ride_totals');

-- A member whose ride totals have to be recalculated, because the club's counting rule or a ride has changed.
CREATE TABLE member_ride_recalculations (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT member_ride_recalculations_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
SELECT protect_club_table('member_ride_recalculations');

-- The number of laps of all members on a ride in one month.
CREATE TABLE ride_months (
    club_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- The first day of the month.
    month date NOT NULL,
    laps bigint NOT NULL,
    PRIMARY KEY (club_id, ride_id, month),
    CONSTRAINT ride_months_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ride_months_form CHECK (laps >= 0 AND month = date_trunc('month', month::timestamp with time zone))
) WITH (fillfactor = 80);
SELECT protect_club_table('ride_months');

-- The club's rule about which rides count as credits. Without a row, every ride counts.
CREATE TABLE counting_rules (
    club_id bigint NOT NULL,
    -- Kinds of rides that do not count.
    left_out text[] NOT NULL DEFAULT '{}',
    -- Whether rides for children count.
    counts_kiddie boolean NOT NULL DEFAULT true,
    -- Whether a ride that moved to another park counts only once.
    moved_is_same boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id),
    CONSTRAINT counting_rules_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT counting_rules_form CHECK (cardinality(left_out) <= 20)
);
SELECT protect_club_table('counting_rules');

-- A member's own rule about which rides count as credits. It replaces the club's rule in the member's own log, but not on leaderboards.
CREATE TABLE own_counting_rules (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    left_out text[] NOT NULL DEFAULT '{}',
    counts_kiddie boolean NOT NULL DEFAULT true,
    moved_is_same boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT own_counting_rules_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT own_counting_rules_form CHECK (cardinality(left_out) <= 20)
);
SELECT protect_club_table('own_counting_rules');

-- The place of a ride in a member's ranking.
CREATE TABLE ride_ranks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- 1 is the best ride. There can be gaps, for example after a ride was deleted.
    place integer NOT NULL,
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT ride_ranks_once UNIQUE (club_id, member_id, place) DEFERRABLE,
    CONSTRAINT ride_ranks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ride_ranks_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ride_ranks_place CHECK (place BETWEEN 1 AND 200)
);
CREATE INDEX ride_ranks_of_a_ride ON ride_ranks (club_id, ride_id);
SELECT protect_club_table('ride_ranks');

-- The mean place of a ride in the rankings of all members. A trigger keeps it up to date.
CREATE TABLE ride_rank_totals (
    club_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- The number of members who have ranked the ride.
    members integer NOT NULL,
    -- The sum of the places of the ride.
    places bigint NOT NULL,
    -- The mean place in thousandths: 3200 is a mean place of 3.2. NULL if nobody has ranked the ride.
    mean bigint GENERATED ALWAYS AS ((places * 1000) / NULLIF(members, 0)) STORED,
    PRIMARY KEY (club_id, ride_id),
    CONSTRAINT ride_rank_totals_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT ride_rank_totals_form CHECK (members >= 0 AND places >= 0)
) WITH (fillfactor = 80);
CREATE INDEX ride_rank_totals_by_mean ON ride_rank_totals (club_id, mean, ride_id) WHERE members > 2;
SELECT protect_club_table('ride_rank_totals');

-- A ride that a member wants to ride.
CREATE TABLE ride_wishes (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (club_id, member_id, ride_id),
    CONSTRAINT ride_wishes_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT ride_wishes_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE
);
CREATE INDEX ride_wishes_of_a_ride ON ride_wishes (club_id, ride_id);
SELECT protect_club_table('ride_wishes');
