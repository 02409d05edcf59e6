-- additive
-- A member's finished games about which they say something are counted by an index.

CREATE INDEX library_entries_reviewed ON library_entries (club_id, member_id) WHERE state = 'finished' AND note <> '';
