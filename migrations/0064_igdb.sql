-- additive
-- Titles from IGDB: which, how old what is known of them is, and which of their pictures is still to be fetched. What was searched there is
-- kept with its age. And the gate before it: its limits count for all instances together.

ALTER TABLE titles
    ADD COLUMN provider text,
    ADD COLUMN provider_id bigint,
    -- What the provider calls its picture.
    ADD COLUMN image text,
    ADD COLUMN fetched_at timestamptz,
    -- When its picture is fetched next. NULL: it is here, or there is none.
    ADD COLUMN cover_due_at timestamptz,
    ADD COLUMN cover_tries smallint NOT NULL DEFAULT 0,
    ADD CONSTRAINT titles_provider_form CHECK (provider IS NULL AND provider_id IS NULL OR provider = 'igdb' AND provider_id IS NOT NULL
        AND fetched_at IS NOT NULL AND club_id = 0);
CREATE UNIQUE INDEX titles_provided ON titles (provider, provider_id) WHERE provider IS NOT NULL;
CREATE INDEX titles_cover_due ON titles (cover_due_at) WHERE cover_due_at IS NOT NULL;

CREATE TABLE title_searches (
    -- As it was searched, without what makes no difference.
    key text COLLATE "C" PRIMARY KEY,
    -- What was found, the nearest first. NULL: nobody has an answer yet.
    found bigint[],
    fetched_at timestamptz,
    -- Until when one instance is asking.
    claimed_until timestamptz,
    CONSTRAINT title_searches_form CHECK (length(key) BETWEEN 1 AND 100 AND (found IS NULL) = (fetched_at IS NULL))
);
CREATE INDEX title_searches_oldest ON title_searches (fetched_at);

-- Requests under way, and those that have just ended: a place is free once its lease is over.
CREATE TABLE igdb_places (
    place smallint PRIMARY KEY,
    lease uuid NOT NULL DEFAULT gen_random_uuid(),
    leased_until timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
INSERT INTO igdb_places (place) SELECT generate_series(1, 4);
