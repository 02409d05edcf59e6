-- additive
-- The skin tone that somebody's emoji get where they choose them; yellow is that of emoji without one.

ALTER TABLE accounts
    ADD COLUMN skin_tone text NOT NULL DEFAULT 'yellow',
    ADD CONSTRAINT accounts_skin_tone_form CHECK (skin_tone IN ('yellow', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'));
