import Postgres
import Synchronization

struct TimeZoneQueries {
    /// The names of time zones that are places, without groups of other names for the same places, such as `US/`.
    func names() -> Query<[String]> {
        .all(
            """
            SELECT name FROM pg_timezone_names
            WHERE name = 'UTC' OR name LIKE '%/%' AND name !~ '^(posix|right|SystemV|Etc|US|Canada|Brazil|Mexico|Chile)/' ORDER BY name
            """)
    }
}
