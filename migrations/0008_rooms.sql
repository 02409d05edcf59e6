-- One table for the talk of all rooms: beside each board, and in the lobby. Servers that know `game_lines` cannot run on beside this.

ALTER TABLE game_lines RENAME TO lines;
ALTER TABLE lines
    DROP CONSTRAINT game_lines_sent_once,
    DROP CONSTRAINT game_lines_pkey,
    ALTER COLUMN game_id DROP NOT NULL,
    -- An admin has removed it: its writer cannot bring it back.
    ADD COLUMN is_removed_by_admin boolean NOT NULL DEFAULT false,
    -- The room it is said in; no game: the lobby's.
    ADD COLUMN room text NOT NULL GENERATED ALWAYS AS (CASE WHEN game_id IS NULL THEN 'lobby' ELSE 'game:' || game_id::text END) STORED,
    ADD PRIMARY KEY (club_id, id),
    ADD CONSTRAINT lines_sent_once UNIQUE (club_id, room, member_id, nonce),
    ADD CONSTRAINT lines_removal CHECK (removed_at IS NOT NULL OR NOT is_removed_by_admin);
ALTER TABLE lines RENAME CONSTRAINT game_lines_text_form TO lines_text_form;
ALTER TABLE lines RENAME CONSTRAINT game_lines_nonce_form TO lines_nonce_form;
ALTER TABLE lines RENAME CONSTRAINT game_lines_club_id_game_id_fkey TO lines_game;
ALTER TABLE lines RENAME CONSTRAINT game_lines_club_id_member_id_fkey TO lines_member;
CREATE INDEX lines_of_a_room ON lines (club_id, room, id);
-- For a game that is deleted, and for what is older than the club keeps.
CREATE INDEX lines_game ON lines (club_id, game_id) WHERE game_id IS NOT NULL;
CREATE INDEX lines_age ON lines (club_id, created_at);

-- For how many days the club keeps what is said; null: for good.
ALTER TABLE clubs ADD COLUMN chat_days integer,
    ADD CONSTRAINT clubs_chat_days_form CHECK (chat_days BETWEEN 1 AND 3650);
