-- additive
-- What only scans found at 100,000 rows: row-level security keeps an index of an expression from use, if it calls what may leak.

ALTER TABLE lines ADD COLUMN room_kind text GENERATED ALWAYS AS (split_part(room, ':', 1)) STORED;
DROP INDEX lines_age;
CREATE INDEX lines_age ON lines (club_id, room_kind, created_at);
CREATE INDEX memberships_admins ON memberships (club_id) WHERE role = 'admin';
CREATE INDEX memberships_seniority ON memberships (club_id, joined_at, member_id);
