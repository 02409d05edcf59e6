import FoundationEssentials
import IGDB
import Postgres

/// IGDB's limits for all instances on one database: "4 requests per second", and "up to 8 open requests at any moment in time". Requests
/// are let through 350 ms apart, three within a second: so that a fourth, which was held up on its way, may arrive among them.
struct IGDBGate: RequestGate {
    let database: Database

    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)? {
        while ContinuousClock.now < end {
            if let place = try await database.write(Self.take()) {
                return { [database] in _ = try? await database.write(Self.giveBack(place)) }
            }
            // Nobody is told when they are to come: whoever was told, and then held up, would go together with the next.
            try await Task.sleep(for: .milliseconds(Int.random(in: 40...200)))
        }
        return nil
    }

    private struct Place: Sendable, RowDecodable {
        var place: Int
        var lease: UUID

        init(_ row: inout Row) throws {
            place = try row.next()
            lease = try row.next()
        }
    }

    /// To go at once; nil: eight are under way, or the last one has just gone.
    private static func take() -> Query<Place?> {
        .first(
            """
            WITH free AS (
                SELECT place FROM igdb_places WHERE leased_until < clock_timestamp() ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
            ), turn AS (
                UPDATE igdb_pace SET next_at = clock_timestamp() + interval '350 ms'
                WHERE EXISTS (SELECT FROM free) AND next_at <= clock_timestamp() RETURNING is_only
            )
            UPDATE igdb_places p SET lease = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $1)
            FROM free f, turn t WHERE p.place = f.place RETURNING p.place::bigint, p.lease
            """, IGDBClient.longestRequest / .seconds(1) + 4)
    }

    private static func giveBack(_ place: Place) -> Query<Int> {
        .change("UPDATE igdb_places SET leased_until = '-infinity' WHERE place = $1 AND lease = $2", place.place, place.lease)
    }
}
