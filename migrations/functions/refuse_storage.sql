-- Raises the error for the storage limit `name`. The server recognizes the limit by the constraint of the error.
CREATE OR REPLACE FUNCTION refuse_storage(name text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
    RAISE EXCEPTION 'a storage limit is reached' USING ERRCODE = 'BW001', CONSTRAINT = 'storage_' || name;
END $$;
