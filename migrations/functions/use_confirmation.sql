-- Deletes the confirmation of a session, so that it is used only once, and locks the account until the transaction ends. Returns whether
-- the session had a confirmation. Raises an error if the session has ended. Has to be the first statement of a transaction that changes how
-- a person signs in to the account.
CREATE OR REPLACE FUNCTION use_confirmation(of_account bigint, by_session uuid) RETURNS boolean LANGUAGE plpgsql AS $$
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
