-- additive
-- When an account had IGDB asked, in whichever club and by whichever instance, for the limit on how often it may. What it searched is not here.

CREATE TABLE igdb_askers (
    account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    -- The last times, the oldest first.
    asked_at timestamptz[] NOT NULL,
    CONSTRAINT igdb_askers_form CHECK (cardinality(asked_at) >= 1)
) WITH (fillfactor = 80);
CREATE INDEX igdb_askers_oldest ON igdb_askers ((asked_at[cardinality(asked_at)]));
