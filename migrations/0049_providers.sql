-- additive
-- People sign in with a provider (OpenID Connect) as well: then an account may have neither a password nor an e-mail address. A server of
-- before cannot show such an account its pages, and says "Something went wrong" to it alone: name providers in the configuration when the
-- last server of before has ended. All accounts of before stay as they are.

ALTER TABLE accounts ALTER COLUMN password_hash DROP NOT NULL, ALTER COLUMN email DROP NOT NULL;

-- Who signs in with a provider: issuer and subject are who somebody is there, for good; nothing else is.
CREATE TABLE account_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- As the configuration names it, and what its button said.
    provider text NOT NULL,
    label text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_identities_taken PRIMARY KEY (issuer, subject),
    CONSTRAINT account_identities_once UNIQUE (account_id, provider),
    CONSTRAINT account_identities_form CHECK (length(issuer) <= 2000 AND length(subject) BETWEEN 1 AND 255)
);

-- What somebody has been sent to a provider with, until they come back: once, in the same browser, within ten minutes.
CREATE TABLE sign_in_attempts (
    -- SHA-256 of what the address holds that they come back to.
    state_hash bytea PRIMARY KEY,
    -- SHA-256 of their browser's cookie.
    browser_hash bytea NOT NULL,
    provider text NOT NULL,
    -- `sign-in`: a session begins; `link`: the provider becomes a way into the session's account; `confirmation`: of who the session's is.
    purpose text NOT NULL,
    session_id uuid,
    nonce text NOT NULL,
    verifier text NOT NULL,
    redirect_uri text NOT NULL,
    -- Where they go afterwards.
    next text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '10 minutes',
    CONSTRAINT sign_in_attempts_form CHECK (octet_length(state_hash) = 32 AND octet_length(browser_hash) = 32),
    CONSTRAINT sign_in_attempts_purpose_form CHECK (purpose IN ('sign-in', 'link', 'confirmation')),
    CONSTRAINT sign_in_attempts_session_form CHECK ((session_id IS NULL) = (purpose = 'sign-in'))
);
CREATE INDEX sign_in_attempts_expiry ON sign_in_attempts (expires_at);

-- Whom a provider has named, and who has no account yet, or is about to link theirs: one in each browser.
CREATE TABLE pending_identities (
    browser_hash bytea PRIMARY KEY,
    id bigint GENERATED ALWAYS AS IDENTITY,
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    -- What the provider says of them: shown, and kept only where they say so.
    email text,
    is_email_verified boolean NOT NULL,
    name text,
    username text,
    picture text,
    -- Whose account it is linked to; NULL: a new one.
    session_id uuid,
    next text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '30 minutes',
    CONSTRAINT pending_identities_form CHECK (octet_length(browser_hash) = 32)
);
CREATE INDEX pending_identities_expiry ON pending_identities (expires_at);

-- That whoever has the session has just signed in again at a provider: it stands for a password once, in one form, for five minutes.
ALTER TABLE sessions ADD COLUMN confirmed_for text, ADD COLUMN confirmed_until timestamptz,
    ADD CONSTRAINT sessions_confirmed_form CHECK ((confirmed_for IS NULL) = (confirmed_until IS NULL));

-- The picture of an account, which becomes a photo of its member in each club that it joins from then on.
CREATE TABLE account_pictures (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- As those of `photo_files`, all three.
    size text NOT NULL,
    -- SHA-256 of what was sent.
    digest bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- WebP.
    data bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, size),
    CONSTRAINT account_pictures_size_form CHECK (size IN ('large', 'small', 'face')),
    CONSTRAINT account_pictures_digest_form CHECK (octet_length(digest) = 32),
    CONSTRAINT account_pictures_form
        CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600 AND octet_length(data) BETWEEN 1 AND 4194304)
);
ALTER TABLE account_pictures ALTER COLUMN data SET STORAGE EXTERNAL;
