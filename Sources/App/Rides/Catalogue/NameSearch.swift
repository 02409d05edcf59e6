import Postgres

/// Search for parks and rides by name that tolerates typing errors.
enum NameSearch {
    /// The text and, if it has 3 to 6 characters, each variant with two neighbouring characters swapped. A swap changes up to four
    /// trigrams, which is more than half of the trigrams of such a short text.
    static func variants(of words: String) -> [String] {
        let letters = Array(words)
        guard (3...6).contains(letters.count) else { return [words] }
        let swapped = letters.indices.dropLast().map { place in
            var swapped = letters
            swapped.swapAt(place, place + 1)
            return String(swapped)
        }
        return [words] + swapped.filter { $0 != words }
    }

    /// Selects rows (club_id, id, near) from a table of trigrams. `near` is the share, in thousandths, of the trigrams of a text in `$2`
    /// that the row has, for the text with the highest share. A swapped variant counts 100 less.
    ///
    /// Rows need 500. If no row has 500, only the best rows are selected, and they need 400: a four-letter word with a wrong letter has
    /// that.
    static func matches(in table: SQL, by id: SQL) -> SQL {
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
