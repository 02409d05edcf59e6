import Postgres
import Synchronization

struct TimeZoneQueries {
    /// The names of the time zones that people can choose: `UTC` and places such as `Europe/Berlin`. Names with a prefix such as `US/` are
    /// left out, because they are other names for the same places.
    func names() -> Query<[String]> {
        .all(
            """
            SELECT name FROM pg_timezone_names
            WHERE name = 'UTC' OR name LIKE '%/%' AND name !~ '^(posix|right|SystemV|Etc|US|Canada|Brazil|Mexico|Chile)/' ORDER BY name
            """)
    }
}
