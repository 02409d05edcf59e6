-- Refuses a membership if the account has reached the limit of clubs, or the club has reached the limit of members. Runs before a
-- membership is added. Locks the account and the club, so that two transactions cannot exceed a limit together.
CREATE OR REPLACE FUNCTION limit_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    named text := coalesce(current_setting('app.account_id', true), '');
    clubs_of_account bigint;
BEGIN
    IF storage_limit('clubs') IS NOT NULL THEN
        PERFORM FROM accounts a WHERE a.id = new.account_id FOR NO KEY UPDATE;
        -- Row-level security shows the memberships in other clubs only while app.account_id names the account.
        PERFORM set_config('app.account_id', new.account_id::text, true);
        SELECT count(*) INTO clubs_of_account FROM memberships m WHERE m.account_id = new.account_id;
        PERFORM set_config('app.account_id', named, true);
        IF clubs_of_account >= storage_limit('clubs') THEN PERFORM refuse_storage('clubs'); END IF;
    END IF;
    IF storage_limit('members') IS NOT NULL THEN
        PERFORM FROM clubs c WHERE c.id = new.club_id FOR NO KEY UPDATE;
        IF (SELECT c.member_count FROM clubs c WHERE c.id = new.club_id) >= storage_limit('members') THEN
            PERFORM refuse_storage('members');
        END IF;
    END IF;
    RETURN new;
END $$;

CREATE OR REPLACE TRIGGER storage BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION limit_memberships();
