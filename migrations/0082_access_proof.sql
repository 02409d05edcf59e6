-- additive
-- A password is verified, and a provider is asked, before the transaction that acts on it. Meanwhile another request may have changed the
-- password, unlinked the provider or ended the session. These functions lock the account and look again. They refuse with SQLSTATE BW002
-- and the constraint access_proof, and nothing of the transaction is stored.

CREATE FUNCTION refuse_access() RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RAISE EXCEPTION 'the way into the account was closed meanwhile' USING ERRCODE = 'BW002', CONSTRAINT = 'access_proof';
END $$;

-- For a transaction that lets somebody into an account. What is null is not asked for. A sign-in that lacked only its code is over
-- afterwards. `is_complete` is true if nothing more is asked of the person. Without a code it is refused if a second factor is on.
CREATE FUNCTION prove_access(
    of_account bigint, by_password text, by_issuer text, by_subject text, by_pending bytea, is_complete boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    PERFORM FROM accounts a WHERE a.id = of_account FOR NO KEY UPDATE;
    IF by_password IS NOT NULL AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = of_account AND a.password_hash = by_password)
        OR by_issuer IS NOT NULL AND NOT EXISTS (SELECT FROM account_identities i
            WHERE i.account_id = of_account AND i.issuer = by_issuer AND i.subject = by_subject)
        OR is_complete AND by_pending IS NULL AND EXISTS (SELECT FROM second_factors f
            WHERE f.account_id = of_account AND f.confirmed_at IS NOT NULL)
    THEN PERFORM refuse_access(); END IF;
    IF by_pending IS NOT NULL THEN
        DELETE FROM pending_sign_ins p WHERE p.token_hash = by_pending AND p.account_id = of_account AND p.expires_at > now();
        IF NOT FOUND THEN PERFORM refuse_access(); END IF;
    END IF;
    RETURN true;
END $$;

-- For a transaction that changes how somebody gets into the account of their session, which must not have ended. What they confirmed at a
-- provider is used up. Returns whether they had.
CREATE FUNCTION use_confirmation(of_account bigint, by_session uuid) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    was_confirmed boolean;
BEGIN
    PERFORM FROM accounts a WHERE a.id = of_account FOR NO KEY UPDATE;
    SELECT s.confirmed_for IS NOT NULL INTO was_confirmed FROM sessions s WHERE s.account_id = of_account AND s.id = by_session;
    IF NOT FOUND THEN PERFORM refuse_access(); END IF;
    IF was_confirmed THEN
        UPDATE sessions s SET confirmed_for = NULL, confirmed_until = NULL WHERE s.account_id = of_account AND s.id = by_session;
    END IF;
    RETURN was_confirmed;
END $$;
