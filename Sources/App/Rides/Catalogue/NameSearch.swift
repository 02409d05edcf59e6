import Postgres

/// Searches for parks and rides by name. Names are found in spite of typing errors.
enum NameSearch {
    /// Returns the text itself. If the text has 3 to 6 characters, the result also has each variant with two neighbouring characters
    /// swapped. A swap changes up to four trigrams (groups of three characters), which is more than half of the trigrams of such a short
    /// text.
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

    /// Selects rows with `club_id`, `id` and `near` from a table with the trigrams of names. `$2` is the searched text with its variants.
    /// `near` says how similar a name is to one of these texts: 1000 if the name has all trigrams of the text, and 500 if the name has half
    /// of the trigrams. The number is reduced by 100 for a swapped variant. The highest number counts.
    ///
    /// Rows with a `near` of at least 500 are selected. If there is no such row, only the most similar rows with at least 400 are selected.
    /// A four-letter word with one wrong letter reaches 400.
    static func matches(in table: SQL, by id: SQL) -> SQL {
        """
        WITH asked AS MATERIALIZED (SELECT w.place, trigrams(w.words) AS grams FROM unnest($2::text[]) WITH ORDINALITY w(words, place))
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
