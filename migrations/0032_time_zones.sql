-- additive
-- When days begin: for a person, as their device says unless they chose, and for a club. Names of the IANA Time Zone Database; the
-- conversion throws for what is none.

ALTER TABLE accounts
    ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
    ADD COLUMN time_zone_by_device boolean NOT NULL DEFAULT true,
    ADD CONSTRAINT accounts_time_zone_form CHECK (timestamptz '2000-01-01 00:00:00Z' AT TIME ZONE time_zone IS NOT NULL);

-- The days of `score_days` are the club's. What was counted before stays where it is.
ALTER TABLE clubs
    ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
    ADD CONSTRAINT clubs_time_zone_form CHECK (timestamptz '2000-01-01 00:00:00Z' AT TIME ZONE time_zone IS NOT NULL);
