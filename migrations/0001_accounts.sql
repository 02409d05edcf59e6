-- additive
-- People sign in once, on the whole server. These tables belong to the Accounts feature alone.

CREATE TABLE accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL,
    -- Stored, not an expression index: an index on lower(x) is lost under row-level security.
    username_key text GENERATED ALWAYS AS (lower(username)) STORED,
    email text NOT NULL,
    email_key text GENERATED ALWAYS AS (lower(email)) STORED,
    display_name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT accounts_username_taken UNIQUE (username_key),
    CONSTRAINT accounts_email_taken UNIQUE (email_key),
    CONSTRAINT accounts_username_form CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,28}[A-Za-z0-9]$'),
    CONSTRAINT accounts_email_form CHECK (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND length(email) <= 254),
    CONSTRAINT accounts_display_name_form CHECK (length(display_name) BETWEEN 1 AND 50 AND display_name = btrim(display_name))
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value: a stolen backup signs nobody in.
    token_hash bytea PRIMARY KEY,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    user_agent text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_id UNIQUE (account_id, id),
    CONSTRAINT sessions_token_form CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_idle ON sessions (seen_at);
