import FoundationEssentials
import Postgres

struct NameMatchQueries {
    /// SQL for the folded name: the name without differences of case, accents, apostrophes and dashes. Names with the same folded name also
    /// have the same trigrams (groups of three characters).
    private static func folded(_ name: SQL) -> SQL {
        """
        lower(regexp_replace(normalize(translate(left(\(name), 200), '’‘`´‐‑–—', '''''''''----'), NFKD), '[\\u0300-\\u036f]', '', 'g'))
        """
    }

    /// Finds a park with the same folded name for each `ParkKey` in `keys` that has no exact match. The `number` of a result is the
    /// position of the key in `keys`, from 1.
    ///
    /// The statement compares the folded names of parks by their present names. To compare only a few parks, it first finds the parks that
    /// have the last trigram of a name in `keys`. The table of trigrams includes former names, but a park is not found by a former name.
    func parks(_ keys: JSON) -> Query<[FoundPark]> {
        .all(
            """
            WITH asked AS MATERIALIZED (
                SELECT a.number, a.place, \(NameMatchQueries.folded("a.name")) AS words, \(NameMatchQueries.folded("a.place")) AS place_words, trigrams(a.name) AS grams
                FROM ROWS FROM (jsonb_to_recordset($1) AS (name text, place text)) WITH ORDINALITY AS a(name, place, number)
                WHERE NOT EXISTS (SELECT FROM parks p WHERE p.name = a.name AND p.place = coalesce(a.place, p.place))
            ), near AS MATERIALIZED (
                SELECT p.name, p.place, \(NameMatchQueries.folded("p.name")) AS words, \(NameMatchQueries.folded("p.place")) AS place_words
                FROM (SELECT DISTINCT g.club_id, g.park_id FROM park_trigrams g
                    WHERE g.gram = ANY (ARRAY(SELECT a.grams[cardinality(a.grams)] FROM asked a))) c
                JOIN parks p ON p.club_id = c.club_id AND p.id = c.park_id
            )
            SELECT a.number, min(n.name), min(n.place) FROM asked a
            JOIN near n ON n.words = a.words AND n.place_words = coalesce(a.place_words, n.place_words)
            GROUP BY a.number, a.place HAVING count(*) = 1 OR a.place IS NULL AND count(DISTINCT n.name) = 1
            """, keys)
    }

    /// Finds a ride for each `RideKey` in `keys`: the ride with the same name, or otherwise the ride with the same folded name. The
    /// `number` of a result is the position of the key in `keys`, from 1. A key that several rides match has no result.
    func rides(_ keys: JSON) -> Query<[FoundRide]> {
        .all(
            """
            WITH asked AS MATERIALIZED (
                SELECT a.number, p.club_id, p.id AS park_id, a.ride, e.id AS ride_id, bool_or(e.id IS NOT NULL) OVER (PARTITION BY a.number) AS is_there,
                    CASE WHEN e.id IS NULL THEN \(NameMatchQueries.folded("a.ride")) END AS words
                FROM ROWS FROM (jsonb_to_recordset($1) AS (park text, place text, ride text)) WITH ORDINALITY AS a(park, place, ride, number)
                JOIN parks p ON p.name = a.park AND p.place = coalesce(a.place, p.place)
                LEFT JOIN rides e ON e.club_id = p.club_id AND e.park_id = p.id AND e.name = a.ride
            ), near AS MATERIALIZED (
                SELECT r.club_id, r.park_id, r.id, r.name, \(NameMatchQueries.folded("r.name")) AS words FROM rides r
                WHERE r.park_id = ANY (ARRAY(SELECT DISTINCT a.park_id FROM asked a WHERE NOT a.is_there))
            )
            SELECT number, min(id), min(name) FROM (
                SELECT a.number, a.ride_id AS id, a.ride AS name FROM asked a WHERE a.ride_id IS NOT NULL
                UNION ALL SELECT a.number, n.id, n.name FROM asked a
                JOIN near n ON n.club_id = a.club_id AND n.park_id = a.park_id AND n.words = a.words WHERE NOT a.is_there
            ) found GROUP BY number HAVING count(*) = 1
            """, keys)
    }
}
