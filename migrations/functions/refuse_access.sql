-- Raises the error for a proof of identity that is no longer valid. The server recognizes it by its constraint.
CREATE OR REPLACE FUNCTION refuse_access() RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RAISE EXCEPTION 'the way into the account was closed meanwhile' USING ERRCODE = 'BW002', CONSTRAINT = 'access_proof';
END $$;
