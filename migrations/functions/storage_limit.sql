-- Returns the value of a storage limit. NULL if the server has not set this limit on the connection.
CREATE OR REPLACE FUNCTION storage_limit(name text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('boardwalk.limit_' || name, true), '')::bigint
$$;
