-- Compares the storage accounts of the club of the transaction with its rows. Returns up to 100 differences, each as a text. Former members
-- have no storage account and are left out.
CREATE OR REPLACE FUNCTION storage_differences() RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    club bigint := current_setting('app.club_id')::bigint;
    counts text;
BEGIN
    SELECT string_agg(format('SELECT %2$s AS member_id, %3$L AS kind, %4$s * count(*) AS rows, sum(%5$s) AS bytes FROM %1$I r
        WHERE %2$s IS NOT NULL GROUP BY 1', t.name, t.member, t.kind, t.rows, t.bytes), ' UNION ALL ') INTO counts FROM stored_tables t;
    RETURN QUERY EXECUTE format($sql$
        SELECT format('member %%s, %%s: %%s rows and %%s bytes, counted %%s and %%s', member_id, kind, coalesce(s.rows, 0),
            coalesce(s.bytes, 0), coalesce(c.rows, 0), coalesce(c.bytes, 0))
        FROM (SELECT * FROM storage WHERE club_id = $1) s FULL JOIN (
            SELECT n.member_id, n.kind, sum(n.rows) AS rows, sum(n.bytes) AS bytes FROM (%s) n GROUP BY 1, 2
        ) c USING (member_id, kind)
        WHERE (coalesce(s.rows, 0), coalesce(s.bytes, 0)) <> (coalesce(c.rows, 0), coalesce(c.bytes, 0))
            AND (member_id = 0 OR member_id IN (SELECT m.member_id FROM memberships m WHERE m.club_id = $1))
        LIMIT 100
        $sql$, counts) USING club;
END $$;
