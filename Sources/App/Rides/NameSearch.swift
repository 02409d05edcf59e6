import Postgres

/// Names that are nearly what somebody types.
enum NameSearch {
    /// The words, and, where they are few letters, each way in which two of them may have changed places: that changes four groups of three
    /// letters, of so few more than half.
    static func asked(_ words: String) -> [String] {
        let letters = Array(words)
        guard (3...6).contains(letters.count) else { return [words] }
        let turned = letters.indices.dropLast().map { place in
            var turned = letters
            turned.swapAt(place, place + 1)
            return String(turned)
        }
        return [words] + turned.filter { $0 != words }
    }

    /// Rows (club_id, id, near) of those that a table of names' grams has, near to one of the texts `$2`, by thousandths: at least half of its
    /// grams. Where nothing is as near, two fifths do, which a wrong letter leaves of a word of four.
    static func found(in table: SQL, by id: SQL) -> SQL {
        """
        WITH asked AS MATERIALIZED (SELECT w.place, grams(w.words) AS grams FROM unnest($2::text[]) WITH ORDINALITY w(words, place))
        SELECT n.club_id, n.id, n.near FROM (
            SELECT c.club_id, c.id, s.near, max(s.near) OVER () AS nearest
            FROM (SELECT g.club_id, g.\(id) AS id, array_agg(g.gram) AS grams FROM \(table) g
                WHERE g.gram = ANY (ARRAY(SELECT unnest(a.grams) FROM asked a)) GROUP BY g.club_id, g.\(id)
                ORDER BY count(*) DESC, g.\(id) LIMIT 500) c
            CROSS JOIN LATERAL (SELECT max(1000 * (SELECT count(*) FROM unnest(a.grams) x WHERE x = ANY (c.grams))
                / greatest(cardinality(a.grams), 1) - CASE WHEN a.place > 1 THEN 100 ELSE 0 END) AS near FROM asked a) s
        ) n WHERE n.near >= least(500, greatest(400, n.nearest))
        """
    }
}
