-- Returns true if a new session can run PL/pgSQL. The call fails if PostgreSQL's libraries were replaced while its server was running.
CREATE OR REPLACE FUNCTION session_works() RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN true; END $$;
