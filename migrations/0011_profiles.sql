-- additive
-- What members tell about themselves, and when they were last here, for longer than presence remembers it.

ALTER TABLE members
    ADD COLUMN about text NOT NULL DEFAULT '',
    ADD COLUMN seen_at timestamptz,
    ADD CONSTRAINT members_about_form CHECK (length(about) <= 300);
