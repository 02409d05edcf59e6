-- additive
-- Whoever wrote a line may take it back, and bring it back.

ALTER TABLE game_lines ADD COLUMN removed_at timestamptz;
