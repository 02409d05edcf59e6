-- additive
-- What a club does without, and in which order the rest stands: names of parts, as the site knows them. A part that is not named in the
-- order comes after those that are.

ALTER TABLE clubs
    ADD COLUMN parts_off text[] NOT NULL DEFAULT '{}',
    ADD COLUMN parts_order text[] NOT NULL DEFAULT '{}';
