import FoundationEssentials
import IGDB
import Postgres

/// IGDB's limits for all instances on one database: "4 requests per second", and "up to 8 open requests at any moment in time". Requests
/// begin 300 ms apart, so that no more than four arrive within a second even when one takes 200 ms longer on its way than the next.
struct IGDBGate: RequestGate {
    let database: Database

    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)? {
        while true {
            let left = end - .now
            guard left > .zero else { return nil }
            if let place = try await database.write(Self.take(within: left)) {
                // The wait is the database's: clocks of instances differ.
                try await Task.sleep(for: .milliseconds(place.wait))
                return { [database] in _ = try? await database.write(Self.giveBack(place)) }
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 60...160)))
        }
    }

    private struct Place: Sendable, RowDecodable {
        var place: Int
        var lease: UUID
        /// In milliseconds.
        var wait: Int

        init(_ row: inout Row) throws {
            place = try row.next()
            lease = try row.next()
            wait = try row.next()
        }
    }

    /// nil: eight are under way, or too many wait.
    private static func take(within time: Duration) -> Query<Place?> {
        .first(
            """
            WITH free AS (
                SELECT place FROM igdb_places WHERE leased_until < clock_timestamp() ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
            ), turn AS (
                UPDATE igdb_pace SET next_at = greatest(next_at, clock_timestamp()) + interval '300 ms'
                WHERE EXISTS (SELECT FROM free) AND next_at < clock_timestamp() + make_interval(secs => $1)
                RETURNING next_at - interval '300 ms' AS at
            )
            UPDATE igdb_places p SET lease = gen_random_uuid(), leased_until = t.at + make_interval(secs => $2) FROM free f, turn t
            WHERE p.place = f.place
            RETURNING p.place::bigint, p.lease, greatest(ceil(extract(epoch FROM t.at - clock_timestamp()) * 1000), 0)::bigint
            """, time / .seconds(1), IGDBClient.longestRequest / .seconds(1) + 4)
    }

    private static func giveBack(_ place: Place) -> Query<Int> {
        .change("UPDATE igdb_places SET leased_until = '-infinity' WHERE place = $1 AND lease = $2", place.place, place.lease)
    }
}
