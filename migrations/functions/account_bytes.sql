-- Returns the number of bytes that an account has stored in all its clubs: either of photos, or of everything else. While it reads, the
-- function sets the account of the transaction (`app.account_id`), because row-level security shows the storage of other clubs only to
-- their account.
CREATE OR REPLACE FUNCTION account_bytes(account bigint, of_photos boolean) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    named text := coalesce(current_setting('app.account_id', true), '');
    total bigint;
BEGIN
    PERFORM set_config('app.account_id', account::text, true);
    SELECT coalesce(sum(s.bytes), 0) INTO total FROM storage s WHERE s.account_id = account AND (s.kind = 'photos') = of_photos;
    PERFORM set_config('app.account_id', named, true);
    RETURN total;
END $$;
