-- additive
-- A second factor for signing in: one-time codes of an authenticator (TOTP, RFC 6238), and recovery codes for when it is lost. Servers of
-- the version before do not ask for a code: only when the last of them has ended is an account with a second factor protected by it.

CREATE TABLE second_factors (
    account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    -- The secret as the server's `StoredSecret` has sealed it. Its first byte says whether it is encrypted.
    secret bytea NOT NULL,
    -- SHA-256 of a secret in the form by which the owner proves that an authenticator has the secret; NULL: it is proven.
    setup_hash bytea,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- NULL: it is not proven yet, and nobody is asked for a code.
    confirmed_at timestamptz,
    -- The time step of the last code that was accepted. Earlier steps, and this one, are never accepted again.
    last_step bigint NOT NULL DEFAULT 0,
    CONSTRAINT second_factors_form CHECK (octet_length(secret) BETWEEN 17 AND 200 AND octet_length(setup_hash) = 32),
    CONSTRAINT second_factors_proof_form CHECK ((setup_hash IS NULL) = (confirmed_at IS NOT NULL))
);
CREATE INDEX second_factors_unproven ON second_factors (made_at) WHERE confirmed_at IS NULL;

CREATE TABLE recovery_codes (
    -- They go with the second factor.
    account_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    -- SHA-256 of the account's number and the code, which has 120 random bits.
    code_hash bytea NOT NULL,
    -- NULL: it can be used.
    used_at timestamptz,
    PRIMARY KEY (account_id, code_hash),
    CONSTRAINT recovery_codes_form CHECK (octet_length(code_hash) = 32)
);

-- Sign-ins whose first factor was right, and that lack the code.
CREATE TABLE pending_sign_ins (
    -- SHA-256 of the browser's cookie.
    token_hash bytea PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- Where the person goes afterwards.
    next text NOT NULL,
    -- How many codes were looked at.
    tries smallint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT now() + interval '10 minutes',
    CONSTRAINT pending_sign_ins_form CHECK (octet_length(token_hash) = 32 AND tries BETWEEN 0 AND 100)
);
CREATE INDEX pending_sign_ins_of ON pending_sign_ins (account_id);
CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at);
