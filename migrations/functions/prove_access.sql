-- Checks the proof with which a person signs in, and locks the account until the transaction ends. Raises an error if the proof is no
-- longer valid, and otherwise returns true. A proof that is NULL is not checked. `by_password` is the hash of the password. `by_pending` is
-- the hash of the cookie of a sign-in that lacked only its code. This sign-in is deleted. `is_complete` is true if the person is signed in
-- after this. Then a proof without a code is refused if the account has a second factor.
CREATE OR REPLACE FUNCTION prove_access(
    of_account bigint, by_password text, by_issuer text, by_subject text, by_pending bytea, is_complete boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    PERFORM FROM accounts a WHERE a.id = of_account FOR NO KEY UPDATE;
    IF by_password IS NOT NULL
            AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = of_account AND a.password_hash = by_password)
        OR by_issuer IS NOT NULL
            AND NOT EXISTS (SELECT FROM account_identities i
                WHERE i.account_id = of_account AND i.issuer = by_issuer AND i.subject = by_subject)
        OR is_complete AND by_pending IS NULL
            AND EXISTS (SELECT FROM second_factors f WHERE f.account_id = of_account AND f.confirmed_at IS NOT NULL)
    THEN
        PERFORM refuse_access();
    END IF;
    IF by_pending IS NOT NULL THEN
        DELETE FROM pending_sign_ins p WHERE p.token_hash = by_pending AND p.account_id = of_account AND p.expires_at > now();
        IF NOT FOUND THEN PERFORM refuse_access(); END IF;
    END IF;
    RETURN true;
END $$;
