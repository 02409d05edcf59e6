-- additive
-- When days begin: for a person, as their device says unless they chose, and for a club. Names of the IANA Time Zone Database, looked
-- up before they are stored: which of them there are depends on the database server's machine, and so cannot be a constraint.

ALTER TABLE accounts
    ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
    ADD COLUMN time_zone_by_device boolean NOT NULL DEFAULT true,
    ADD CONSTRAINT accounts_time_zone_form CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$');

-- The days of `score_days` are the club's. What was counted before stays where it is.
ALTER TABLE clubs
    ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
    ADD CONSTRAINT clubs_time_zone_form CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$');
