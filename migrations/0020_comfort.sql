-- additive
-- How a person likes the site to look and behave, on every device.

ALTER TABLE accounts
    ADD COLUMN scheme text NOT NULL DEFAULT 'system',
    ADD COLUMN text_size text NOT NULL DEFAULT 'normal',
    ADD COLUMN has_large_targets boolean NOT NULL DEFAULT false,
    ADD COLUMN has_more_contrast boolean NOT NULL DEFAULT false,
    ADD COLUMN has_less_motion boolean NOT NULL DEFAULT false,
    ADD COLUMN is_left_handed boolean NOT NULL DEFAULT false,
    -- When something new comes while a page is open.
    ADD COLUMN sounds boolean NOT NULL DEFAULT false,
    ADD COLUMN vibrates boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT accounts_comfort_form CHECK (scheme IN ('system', 'light', 'dark') AND text_size IN ('normal', 'large', 'largest'));
