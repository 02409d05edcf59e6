-- The tables whose rows are counted in `storage`. The columns `member`, `refused` and `bytes` are expressions over a row `r`: the member to
-- whom the row belongs (NULL if it belongs to nobody, 0 if it belongs to the club), whether the row can be refused, and its estimated size
-- with index entries. If the expression for the size does not contain `r`, every row counts as the largest possible row. `rows` is 0 for
-- rows that belong to other rows of the same kind.
-- A row that is added by the action of another person is never refused: a game starts when the second player accepts, and an admin who
-- merges video games adds entries to the libraries of others. Other limits bound the number of these rows.
CREATE OR REPLACE VIEW stored_tables (name, kind, member, rows, refused, bytes) WITH (security_invoker = true) AS VALUES
    ('messages', 'messages', 'r.member_id', 1, 'true', '500 + 2 * octet_length(r.text)'),
    ('games', 'games', 'coalesce(r.x_member, r.o_member)', 1, 'r.machine IS NOT NULL', '900'),
    ('challenges', 'games', 'r.from_member', 1, 'true', '400'),
    ('wordley_games', 'practice', 'r.member_id', 1, 'true', '500'),
    ('slideit_games', 'practice', 'r.member_id', 1, 'true', '1200'),
    ('practice_results', 'practice', 'r.member_id', 0, 'false', '400'),
    ('lap_actions', 'laps', 'r.member_id', 1, 'true', '500'),
    ('lap_notes', 'laps', 'r.member_id', 0, 'true', '200 + octet_length(r.note) + octet_length(r.seat)'),
    ('check_ins', 'visits', 'r.member_id', 1, 'true', '300'),
    ('wait_reports', 'visits', 'r.member_id', 1, 'true', '300'),
    ('riddles', 'riddles', 'r.sender_id', 1, 'true',
        '600 + octet_length(r.emoji) + octet_length(r.solution) + octet_length(array_to_string(r.hints, ''''))'),
    ('riddle_plays', 'riddles', 'r.member_id', 0, 'false', '400'),
    ('riddle_answers', 'riddles', 'r.member_id', 0, 'true', '300 + octet_length(r.text) + octet_length(r.match)'),
    ('evenings', 'evenings', 'r.host_id', 1, 'true', '400 + octet_length(r.note)'),
    ('corrections', 'corrections', 'r.member_id', 1, 'true', '300 + octet_length(r.changes::text) + octet_length(r.evidence)'),
    ('reports', 'reports', 'r.member_id', 1, 'true', '300'),
    ('library_entries', 'library', 'r.member_id', 1, 'false', '500 + octet_length(r.note)'),
    ('video_games', 'library', 'r.added_by', 0, 'true',
        '2500 + octet_length(r.description) + octet_length(r.source)
            + 40 * (octet_length(r.name) + octet_length(array_to_string(r.other_names, '''')))'),
    ('video_game_covers', 'library', 'r.member_id', 0, 'false', '200 + octet_length(r.data)'),
    ('photos', 'photos', 'r.member_id', 1, 'true', '500 + octet_length(r.caption) + octet_length(r.description)'),
    ('photo_files', 'photos', 'r.member_id', 0, 'true', '200 + octet_length(r.data)'),
    ('parks', 'parks', '0', 1, 'true', '500 + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('rides', 'rides', '0', 1, 'true',
        '700 + octet_length(r.notes) + octet_length(r.source)
            + 130 * (octet_length(r.name) + octet_length(array_to_string(r.former_names, '''')))'),
    ('merged_video_games', 'merged_video_games', '0', 1, 'true', '150');
