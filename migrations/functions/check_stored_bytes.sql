-- Checks the limit of bytes after a storage account has grown. The limit counts all kinds together. To be fast, the function adds the kinds
-- up only once for each 64 KB by which a kind grows, and not at all while this kind is small, because an account has at most some hundred
-- kinds in all its clubs. If less than a megabyte is left, the limit is marked as full, so that pages show a warning, and from then on the
-- bytes are added up for each row. If the limit is exceeded and `refuses` is true, the statement fails.
CREATE OR REPLACE FUNCTION check_stored_bytes(
    club bigint, member bigint, account bigint, what text, kind_bytes bigint, added_bytes bigint, refuses boolean
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    name text := CASE WHEN member = 0 THEN 'catalogue_bytes' WHEN what = 'photos' THEN 'photo_bytes' ELSE 'text_bytes' END;
    most bigint := storage_limit(name);
    total bigint;
BEGIN
    IF most IS NULL OR kind_bytes * 512 < most - 1048576 THEN RETURN; END IF;
    IF kind_bytes >> 16 = (kind_bytes - added_bytes) >> 16 AND NOT is_marked_full(club, member, name) THEN RETURN; END IF;
    IF member = 0 THEN
        SELECT sum(s.bytes) INTO total FROM storage s WHERE s.club_id = club AND s.member_id = 0;
    ELSE
        total := account_bytes(account, what = 'photos');
    END IF;
    IF refuses AND total > most THEN PERFORM refuse_storage(name); END IF;
    IF total > most - 1048576 THEN PERFORM mark_full_storage(club, member, name); END IF;
END $$;
