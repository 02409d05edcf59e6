import GameRules
import HTMLTemplates
import Hummingbird
import Postgres

struct ClubWordQueries {
    func words() -> Query<[String]> { .all("SELECT word FROM wordley_words ORDER BY word") }

    func words(letters: Int) -> Query<[String]> {
        .all("SELECT word FROM wordley_words WHERE length(word) = $1 ORDER BY word", letters)
    }

    func contains(_ word: String) -> Query<Bool> { .one("SELECT EXISTS (SELECT FROM wordley_words WHERE word = $1)", word) }

    /// Adds all words. Adds none if the club would then have more than `limit` words. Returns whether the words were added.
    func add(_ words: [String], limit: Int) -> Query<Bool> {
        .one(
            """
            WITH fresh AS (
                SELECT w.word FROM unnest($1::text[]) w (word) WHERE NOT EXISTS (SELECT FROM wordley_words o WHERE o.word = w.word)
            ), fit AS (
                SELECT (SELECT count(*) FROM fresh) + (SELECT count(*) FROM wordley_words) <= $2 AS fits
            ), added AS (
                INSERT INTO wordley_words (club_id, word) SELECT current_setting('app.club_id')::bigint, f.word FROM fresh f, fit
                WHERE fit.fits ON CONFLICT DO NOTHING
            )
            SELECT fits FROM fit
            """, words, limit)
    }

    func remove(_ word: String) -> Query<Int> { .change("DELETE FROM wordley_words WHERE word = $1", word) }
}
