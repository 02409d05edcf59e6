-- additive
-- Answers whether a new session can run PL/pgSQL, which it cannot after PostgreSQL's libraries were replaced under a running server.

CREATE FUNCTION session_works() RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN true; END $$;
