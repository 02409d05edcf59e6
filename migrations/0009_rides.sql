-- Parks and rides, the search index of their names, corrections of their facts, check-ins at parks, and reported waiting times.

-- A park with rides. The day of a lap is the day in the time zone of the park.
CREATE TABLE parks (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    former_names text[] NOT NULL DEFAULT '{}',
    -- The town.
    place text NOT NULL DEFAULT '',
    -- The name of the country in English.
    country text NOT NULL DEFAULT '',
    -- In degrees (WGS 84). North and east are positive. NULL if the position is not known.
    latitude double precision,
    longitude double precision,
    -- A name of the IANA Time Zone Database, for example Europe/Dublin.
    time_zone text NOT NULL DEFAULT 'UTC',
    -- The opening date in ISO 8601, as precisely as it is known: 1984, 1984-05 or 1984-05-26. NULL if it is not known.
    opened text,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The usual closing time in the time zone of the park. NULL if it is not known.
    closes_at time without time zone,
    PRIMARY KEY (club_id, id),
    CONSTRAINT parks_once UNIQUE (club_id, name, place),
    CONSTRAINT parks_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT parks_former_names_form CHECK (cardinality(former_names) <= 20),
    CONSTRAINT parks_name_form CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT parks_opened_form CHECK (opened ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
    CONSTRAINT parks_place_form CHECK (length(place) <= 100 AND length(country) <= 100),
    CONSTRAINT parks_position
        CHECK ((latitude IS NULL) = (longitude IS NULL) AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180)
);
CREATE INDEX parks_by_country ON parks (club_id, country) WHERE country <> '';
CREATE INDEX parks_by_latitude ON parks (club_id, latitude) WHERE latitude IS NOT NULL;
SELECT protect_club_table('parks');

-- A ride in a park. A ride that moved has an entry in each of its parks.
CREATE TABLE rides (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    park_id bigint NOT NULL,
    name text NOT NULL,
    former_names text[] NOT NULL DEFAULT '{}',
    -- For example `coaster`, `water` or `tower`.
    kind text NOT NULL,
    -- `building`: under construction; `resting`: not open now; `closed`: closed permanently.
    status text NOT NULL DEFAULT 'operating',
    -- The opening date and the closing date, in the format of `parks.opened`. NULL if there is none, or if it is not known.
    opened text,
    closed text,
    maker text NOT NULL DEFAULT '',
    model text NOT NULL DEFAULT '',
    material text NOT NULL DEFAULT '',
    seating text NOT NULL DEFAULT '',
    restraint text NOT NULL DEFAULT '',
    -- The kind of lift or launch.
    launch text NOT NULL DEFAULT '',
    -- A number is NULL if it is not known.
    height_cm integer,
    length_cm integer,
    -- The top speed in metres per hour.
    speed_mh integer,
    inversions integer,
    duration_s integer,
    is_indoor boolean NOT NULL DEFAULT false,
    is_kiddie boolean NOT NULL DEFAULT false,
    notes text NOT NULL DEFAULT '',
    -- Where the facts are from.
    source text NOT NULL DEFAULT '',
    -- The laps of all members, and the number of members who have ridden the ride or marked it as ridden.
    laps bigint NOT NULL DEFAULT 0,
    riders integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The entry of the ride in its former park. NULL if the ride has not moved.
    moved_from bigint,
    -- The entry of the ride in its first park. NULL if the ride has not moved. Triggers set this column.
    first_id bigint,
    PRIMARY KEY (club_id, id),
    CONSTRAINT rides_once UNIQUE (club_id, park_id, name),
    CONSTRAINT rides_moved_from FOREIGN KEY (club_id, moved_from) REFERENCES rides ON DELETE SET NULL (moved_from),
    CONSTRAINT rides_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE CASCADE,
    CONSTRAINT rides_counts_form CHECK (laps >= 0 AND riders >= 0),
    CONSTRAINT rides_dates_form CHECK (opened ~ '^\d{4}(-\d\d(-\d\d)?)?$' AND closed ~ '^\d{4}(-\d\d(-\d\d)?)?$'),
    CONSTRAINT rides_former_names_form CHECK (cardinality(former_names) <= 20),
    CONSTRAINT rides_kind_form CHECK (kind ~ '^[a-z]{1,20}$'),
    CONSTRAINT rides_measures_form
        CHECK (height_cm BETWEEN 1 AND 100000 AND length_cm BETWEEN 1 AND 10000000 AND speed_mh BETWEEN 1 AND 1000000
        AND inversions BETWEEN 0 AND 100 AND duration_s BETWEEN 1 AND 86400),
    CONSTRAINT rides_name_form CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT rides_status_form CHECK (status IN ('operating', 'building', 'resting', 'closed')),
    CONSTRAINT rides_words_form
        CHECK (GREATEST(length(maker), length(model), length(material), length(seating), length(restraint), length(launch)) <= 100
        AND length(notes) <= 2000 AND length(source) <= 500)
) WITH (fillfactor = 80);
CREATE INDEX rides_by_maker ON rides (club_id, maker, name, id) WHERE maker <> '';
CREATE INDEX rides_by_name ON rides (club_id, name, id);
CREATE INDEX rides_by_riders ON rides (club_id, riders DESC, id) WHERE riders > 0;
CREATE INDEX rides_moved ON rides (club_id, moved_from) WHERE moved_from IS NOT NULL;
CREATE INDEX rides_of_first ON rides (club_id, first_id) WHERE first_id IS NOT NULL;
SELECT protect_club_table('rides');

-- A sequence of three characters (trigram) in a name of a park. The search compares trigrams, so that it finds names with typing mistakes.
CREATE TABLE park_trigrams (
    club_id bigint NOT NULL,
    gram text NOT NULL,
    park_id bigint NOT NULL,
    PRIMARY KEY (club_id, gram, park_id)
);
CREATE INDEX park_trigrams_of ON park_trigrams (club_id, park_id);
SELECT protect_club_table('park_trigrams');

-- A sequence of three characters (trigram) in a name of a ride. The search compares trigrams, so that it finds names with typing mistakes.
CREATE TABLE ride_trigrams (
    club_id bigint NOT NULL,
    gram text NOT NULL,
    ride_id bigint NOT NULL,
    PRIMARY KEY (club_id, gram, ride_id)
);
CREATE INDEX ride_trigrams_of ON ride_trigrams (club_id, ride_id);
SELECT protect_club_table('ride_trigrams');

-- A change of the facts of a park or ride. A change that a member proposes waits until an admin accepts or refuses it. A change that an
-- admin makes is stored as accepted.
CREATE TABLE corrections (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    -- The park or ride.
    subject_id bigint NOT NULL,
    -- The member who proposed the change, or the admin who made it. NULL if this member has left.
    member_id bigint,
    -- The admin who accepted or refused the change. NULL if it was not decided yet, or if the admin has left.
    decided_by bigint,
    -- `waiting`: an admin has not decided yet; `done`: the change was made; `refused`: an admin has refused the change.
    state text NOT NULL DEFAULT 'waiting',
    -- The text before the change and the text after the change, by the name of the form field:
    -- {"maker": {"before": "", "after": "Brannagh"}}.
    changes jsonb NOT NULL,
    -- How the member knows that the change is right.
    evidence text NOT NULL DEFAULT '',
    made_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    PRIMARY KEY (club_id, id),
    CONSTRAINT corrections_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT corrections_decided_by FOREIGN KEY (club_id, decided_by) REFERENCES members ON DELETE SET NULL (decided_by),
    CONSTRAINT corrections_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE SET NULL (member_id),
    CONSTRAINT corrections_form
        CHECK (kind IN ('park', 'ride') AND state IN ('waiting', 'done', 'refused') AND (state = 'waiting') = (decided_at IS NULL)
        AND length(evidence) <= 500)
);
CREATE INDEX corrections_by ON corrections (club_id, member_id, id);
CREATE INDEX corrections_decided ON corrections (club_id, decided_by, id) WHERE decided_by IS NOT NULL;
CREATE INDEX corrections_of ON corrections (club_id, kind, subject_id, id) WHERE state = 'done';
CREATE INDEX corrections_waiting ON corrections (club_id, id) WHERE state = 'waiting';
SELECT protect_club_table('corrections');

-- The home park of a member. A member has at most one.
CREATE TABLE home_parks (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    park_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT home_parks_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT home_parks_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE CASCADE
);
CREATE INDEX home_parks_of ON home_parks (club_id, park_id, member_id);
SELECT protect_club_table('home_parks');

-- One check-in of a member at a park. It tells other members where the member is.
CREATE TABLE check_ins (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    -- NULL if the check-in is older than half a year, or if the park was deleted.
    park_id bigint,
    -- Who can see the check-in.
    audience text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- When the check-in ends by itself, or when the member ended it.
    ends_at timestamptz NOT NULL,
    -- False if the member has checked out or checked in again. The scheduled cleanup also closes check-ins that have ended by themselves.
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (club_id, id),
    CONSTRAINT check_ins_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT check_ins_park FOREIGN KEY (club_id, park_id) REFERENCES parks ON DELETE SET NULL (park_id),
    CONSTRAINT check_ins_audience_form CHECK (audience IN ('club', 'friends', 'me')),
    CONSTRAINT check_ins_times_form CHECK (ends_at >= made_at)
);
CREATE INDEX check_ins_at ON check_ins (club_id, park_id, id DESC);
CREATE INDEX check_ins_of ON check_ins (club_id, member_id, id DESC);
CREATE UNIQUE INDEX check_ins_open ON check_ins (club_id, member_id) WHERE is_open;
CREATE INDEX check_ins_with_places ON check_ins (club_id, made_at) WHERE park_id IS NOT NULL;
SELECT protect_club_table('check_ins');

-- A waiting time for a ride, reported by a member who is checked in at the park.
CREATE TABLE wait_reports (
    club_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    member_id bigint NOT NULL,
    ride_id bigint NOT NULL,
    -- The queue: `main`, or `single` for single riders.
    queue text NOT NULL,
    -- `virtual`: guests wait elsewhere until it is their turn.
    state text NOT NULL,
    -- 0 if guests can walk on. NULL if the queue is not `open`.
    minutes integer,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- The number of five-minute intervals from 1970 to the report. The next report of the member about the same queue in the same interval
    -- replaces it.
    slot bigint NOT NULL DEFAULT ((EXTRACT(epoch FROM now()))::bigint / 300),
    PRIMARY KEY (club_id, id),
    CONSTRAINT wait_reports_once UNIQUE (club_id, member_id, ride_id, queue, slot),
    CONSTRAINT wait_reports_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT wait_reports_ride FOREIGN KEY (club_id, ride_id) REFERENCES rides ON DELETE CASCADE,
    CONSTRAINT wait_reports_form
        CHECK (queue IN ('main', 'single') AND state IN ('open', 'closed', 'virtual') AND (state = 'open') = (minutes IS NOT NULL)
        AND minutes BETWEEN 0 AND 600)
);
CREATE INDEX wait_reports_by_age ON wait_reports (club_id, made_at);
CREATE INDEX wait_reports_of_a_ride ON wait_reports (club_id, ride_id, made_at);
SELECT protect_club_table('wait_reports');
