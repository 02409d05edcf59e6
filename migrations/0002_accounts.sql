-- This file contains the accounts of people on the whole server, and everything that they need to sign in.

-- A person on the whole server. The person signs in once, and can then be a member of several clubs.
CREATE TABLE accounts (
    id bigint GENERATED ALWAYS AS IDENTITY,
    username text NOT NULL,
    -- The column is stored because row-level security can prevent the use of an index on lower(username).
    username_key text GENERATED ALWAYS AS (lower(username)) STORED,
    -- NULL if the person signs in with a provider and has given no address.
    email text,
    email_key text GENERATED ALWAYS AS (lower(email)) STORED,
    display_name text NOT NULL,
    -- NULL if the account has no password. Its owner signs in with a provider then.
    password_hash text,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The time from which the account is deleted. NULL if its owner has not requested the deletion.
    deletion_at timestamptz,
    -- Whether pages are light or dark. `system`: as the device is set.
    scheme text NOT NULL DEFAULT 'system',
    text_size text NOT NULL DEFAULT 'normal',
    has_large_targets boolean NOT NULL DEFAULT false,
    has_more_contrast boolean NOT NULL DEFAULT false,
    has_less_motion boolean NOT NULL DEFAULT false,
    is_left_handed boolean NOT NULL DEFAULT false,
    -- Whether the browser plays a sound when something new arrives while a page is open.
    sounds boolean NOT NULL DEFAULT false,
    -- Whether the device vibrates when something new arrives while a page is open.
    vibrates boolean NOT NULL DEFAULT false,
    -- The cookies of known browsers are signed with this number. When all other sessions end, the number increases by one, and these
    -- cookies are no longer valid.
    browser_generation integer NOT NULL DEFAULT 0,
    -- A name of the IANA Time Zone Database.
    time_zone text NOT NULL DEFAULT 'UTC',
    -- Whether `time_zone` follows the time zone of the device. False if the owner has chosen a time zone.
    time_zone_by_device boolean NOT NULL DEFAULT true,
    -- The skin tone of emoji.
    skin_tone text NOT NULL DEFAULT 'yellow',
    PRIMARY KEY (id),
    CONSTRAINT accounts_email_taken UNIQUE (email_key),
    CONSTRAINT accounts_username_taken UNIQUE (username_key),
    CONSTRAINT accounts_comfort_form CHECK (scheme IN ('system', 'light', 'dark') AND text_size IN ('normal', 'large', 'largest')),
    CONSTRAINT accounts_display_name_form CHECK (length(display_name) BETWEEN 1 AND 50 AND display_name = btrim(display_name)),
    CONSTRAINT accounts_email_form CHECK (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND length(email) <= 254),
    CONSTRAINT accounts_skin_tone_form CHECK (skin_tone IN ('yellow', 'light', 'medium-light', 'medium', 'medium-dark', 'dark')),
    CONSTRAINT accounts_time_zone_form CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
    CONSTRAINT accounts_username_form CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,28}[A-Za-z0-9]$')
);
CREATE INDEX accounts_to_delete ON accounts (deletion_at) WHERE deletion_at IS NOT NULL;

-- A provider identity that opens an account. The columns issuer and subject identify the person at the provider, and they never change.
CREATE TABLE account_identities (
    -- The claims `iss` and `sub` of OpenID Connect.
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id bigint NOT NULL,
    -- The name of the provider in the configuration.
    provider text NOT NULL,
    -- The name of the provider as its button showed it at the last sign-in.
    label text NOT NULL,
    -- When the identity was linked to the account.
    made_at timestamptz NOT NULL DEFAULT now(),
    -- When somebody last signed in with the identity.
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_identities_taken PRIMARY KEY (issuer, subject),
    CONSTRAINT account_identities_once UNIQUE (account_id, provider),
    CONSTRAINT account_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT account_identities_form CHECK (length(issuer) <= 2000 AND length(subject) BETWEEN 1 AND 255)
);

-- One size of the picture of an account. In each club that the account joins later, the picture becomes a photo and the avatar of its
-- member.
CREATE TABLE account_pictures (
    account_id bigint NOT NULL,
    -- The sizes are those of `photo_files`. Every account with a picture has all three.
    size text NOT NULL,
    -- The SHA-256 hash of the uploaded file.
    digest bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- The file in the WebP format.
    data bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, size),
    CONSTRAINT account_pictures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT account_pictures_digest_form CHECK (octet_length(digest) = 32),
    CONSTRAINT account_pictures_form
        CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600 AND octet_length(data) BETWEEN 1 AND 4194304),
    CONSTRAINT account_pictures_size_form CHECK (size IN ('large', 'small', 'avatar'))
);
ALTER TABLE account_pictures ALTER COLUMN data SET STORAGE EXTERNAL;

-- An identity that a provider has confirmed, but that is not linked to an account yet. Each browser has at most one.
CREATE TABLE pending_identities (
    -- The SHA-256 hash of the token in the browser's cookie.
    browser_hash bytea NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    -- The name of the provider in the configuration.
    provider text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    -- This and the next four columns are what the provider says about the person. The form for a new account suggests these values, and
    -- stores only those that the person keeps.
    email text,
    is_email_verified boolean NOT NULL,
    name text,
    username text,
    -- The address of a picture.
    picture text,
    -- The session whose account the identity will be linked to. NULL if the identity comes from a sign-in.
    session_id uuid,
    -- The address that the browser opens afterwards.
    next text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT (now() + '00:30:00'::interval),
    PRIMARY KEY (browser_hash),
    CONSTRAINT pending_identities_form CHECK (octet_length(browser_hash) = 32)
);
CREATE INDEX pending_identities_expiry ON pending_identities (expires_at);

-- The second factor of an account: the secret of an authenticator that shows one-time codes (TOTP, RFC 6238).
CREATE TABLE second_factors (
    account_id bigint NOT NULL,
    -- The secret as the server's type `StoredSecret` stores it. The first byte says whether it is encrypted.
    secret bytea NOT NULL,
    -- The SHA-256 hash of the token in the setup form, which proves that an authenticator has the secret. NULL if that is proven.
    setup_hash bytea,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- When the first code was accepted. NULL if none was accepted yet. Nobody is asked for a code then.
    confirmed_at timestamptz,
    -- The time step of the last accepted code. Codes of this step and of earlier steps are not accepted.
    last_step bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id),
    CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT second_factors_form CHECK (octet_length(secret) BETWEEN 17 AND 200 AND octet_length(setup_hash) = 32),
    CONSTRAINT second_factors_proof_form CHECK ((setup_hash IS NULL) = (confirmed_at IS NOT NULL))
);
CREATE INDEX second_factors_unproven ON second_factors (made_at) WHERE confirmed_at IS NULL;

-- A code that replaces the authenticator once. When the second factor is deleted, its recovery codes are deleted, too.
CREATE TABLE recovery_codes (
    account_id bigint NOT NULL,
    -- The SHA-256 hash of the account id and the code. A code has 120 random bits.
    code_hash bytea NOT NULL,
    -- NULL if the code was not used yet.
    used_at timestamptz,
    PRIMARY KEY (account_id, code_hash),
    CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES second_factors ON DELETE CASCADE,
    CONSTRAINT recovery_codes_form CHECK (octet_length(code_hash) = 32)
);

-- A sign-in that waits for the code of the second factor. Its first factor (a password or a provider) was right.
CREATE TABLE pending_sign_ins (
    -- The SHA-256 hash of the token in the browser's cookie.
    token_hash bytea NOT NULL,
    account_id bigint NOT NULL,
    -- The address that the browser opens afterwards.
    next text NOT NULL,
    -- The number of codes that were checked.
    tries smallint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT (now() + '00:10:00'::interval),
    PRIMARY KEY (token_hash),
    CONSTRAINT pending_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT pending_sign_ins_form CHECK (octet_length(token_hash) = 32 AND tries BETWEEN 0 AND 100)
);
CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_of ON pending_sign_ins (account_id);

-- A link by which the owner of an account can set a new password once. The operator of the server creates it.
CREATE TABLE reset_links (
    -- The SHA-256 hash of the token in the link.
    token_hash bytea NOT NULL,
    account_id bigint NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT (now() + '00:30:00'::interval),
    PRIMARY KEY (token_hash),
    CONSTRAINT reset_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE
);
CREATE INDEX reset_links_expired ON reset_links (expires_at);
CREATE INDEX reset_links_of ON reset_links (account_id);

-- A browser in which an account is signed in.
CREATE TABLE sessions (
    -- The SHA-256 hash of the token in the browser's cookie, so that nobody can sign in with a stolen backup.
    token_hash bytea NOT NULL,
    -- The id by which pages and other tables name the session.
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    account_id bigint NOT NULL,
    user_agent text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When the session was last used.
    seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- The path of the form for which the user has just signed in again at a provider. Until `confirmed_until`, this replaces the password
    -- once, in this form. Both columns are NULL if there is no such confirmation.
    confirmed_for text,
    confirmed_until timestamptz,
    PRIMARY KEY (token_hash),
    CONSTRAINT sessions_id UNIQUE (account_id, id),
    CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE CASCADE,
    CONSTRAINT sessions_confirmed_form CHECK ((confirmed_for IS NULL) = (confirmed_until IS NULL)),
    CONSTRAINT sessions_token_form CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_idle ON sessions (seen_at);

-- A sign-in request to a provider, until the visitor returns. The request can be used once, in the same browser, within ten minutes.
CREATE TABLE sign_in_attempts (
    -- The SHA-256 hash of the parameter `state`, which is in the address to which the visitor returns.
    state_hash bytea NOT NULL,
    -- The SHA-256 hash of the token in the browser's cookie.
    browser_hash bytea NOT NULL,
    -- The name of the provider in the configuration.
    provider text NOT NULL,
    -- `sign-in`: the visitor signs in. `link`: the provider becomes a sign-in method of the session's account. `confirmation`: the user of
    -- the session confirms their identity again.
    purpose text NOT NULL,
    -- NULL for a sign-in.
    session_id uuid,
    -- The parameter `nonce` of the request.
    nonce text NOT NULL,
    -- The PKCE code verifier of the request (RFC 7636).
    verifier text NOT NULL,
    redirect_uri text NOT NULL,
    -- The address that the browser opens afterwards.
    next text NOT NULL,
    expires_at timestamptz NOT NULL DEFAULT (now() + '00:10:00'::interval),
    PRIMARY KEY (state_hash),
    CONSTRAINT sign_in_attempts_form CHECK (octet_length(state_hash) = 32 AND octet_length(browser_hash) = 32),
    CONSTRAINT sign_in_attempts_purpose_form CHECK (purpose IN ('sign-in', 'link', 'confirmation')),
    CONSTRAINT sign_in_attempts_session_form CHECK ((session_id IS NULL) = (purpose = 'sign-in'))
);
CREATE INDEX sign_in_attempts_expiry ON sign_in_attempts (expires_at);
