-- This file contains the storage accounts, which count the stored rows and bytes.

-- The number of rows and bytes of one kind that a member has stored in a club, or that belong to the club itself. Triggers update it
-- (`change_storage`), and refuse rows beyond the limits.
CREATE TABLE storage (
    club_id bigint NOT NULL,
    -- 0 for the club itself.
    member_id bigint NOT NULL,
    -- A kind of the view `stored_tables`.
    kind text NOT NULL,
    -- The account of the member, for the sum of all its clubs. NULL for the club itself.
    account_id bigint,
    rows bigint NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT storage_once PRIMARY KEY (club_id, member_id, kind),
    CONSTRAINT storage_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs ON DELETE CASCADE
);
CREATE INDEX storage_account ON storage (account_id) WHERE account_id IS NOT NULL;
ALTER TABLE storage ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage FORCE ROW LEVEL SECURITY;
-- A transaction reads the storage accounts of its club, and those of its account in all clubs.
CREATE POLICY club_or_account ON storage USING (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint)
    OR account_id = (SELECT nullif(current_setting('app.account_id', true), '')::bigint))
    WITH CHECK (club_id = (SELECT nullif(current_setting('app.club_id', true), '')::bigint));
