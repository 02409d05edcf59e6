-- This file contains the badges of members, and the code defines which badges exist.

-- An award that a member has for reaching a goal.
CREATE TABLE badges (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    -- The number that is counted, such as `laps`.
    measure text NOT NULL,
    -- The value that the number had to reach.
    goal bigint NOT NULL,
    -- The day on which the goal was reached: in the park's time zone for rides, in the member's for practice, and otherwise in UTC.
    earned_on date NOT NULL,
    -- Whether `badge_counts` counts the badge. False for badges of things that the member shows to nobody.
    is_counted boolean NOT NULL DEFAULT true,
    PRIMARY KEY (club_id, member_id, measure, goal),
    CONSTRAINT badges_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE,
    CONSTRAINT badges_form CHECK (measure ~ '^[a-z_]{1,30}$' AND goal > 0)
);
SELECT protect_club_table('badges');

-- The number of members who have a badge. The functions `count_badges` and `uncount_badges` update it.
CREATE TABLE badge_counts (
    club_id bigint NOT NULL,
    measure text NOT NULL,
    goal bigint NOT NULL,
    members integer NOT NULL,
    PRIMARY KEY (club_id, measure, goal),
    CONSTRAINT badge_counts_club FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE,
    CONSTRAINT badge_counts_form CHECK (members >= 0)
) WITH (fillfactor = 80);
SELECT protect_club_table('badge_counts');

-- A member whose badges have to be recalculated, because something that they count has changed, such as the facts of a ride. The scheduled
-- cleanup recalculates them and deletes the row.
CREATE TABLE badge_recalculations (
    club_id bigint NOT NULL,
    member_id bigint NOT NULL,
    PRIMARY KEY (club_id, member_id),
    CONSTRAINT badge_recalculations_member FOREIGN KEY (club_id, member_id) REFERENCES members ON DELETE CASCADE
);
SELECT protect_club_table('badge_recalculations');
