import FoundationEssentials
import IGDB
import Postgres

/// IGDB's limits for all instances on one database: "4 requests per second", and "up to 8 open requests at any moment in time". There are
/// four places, and each is free again a second after its request has ended. So those that arrive within a second, however long they are held
/// up on their way, all have a place at the moment at which the last of them sets out: they are four at most.
struct IGDBGate: RequestGate {
    let database: Database

    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)? {
        while ContinuousClock.now < end {
            if let place = try await database.write(Self.take()) {
                return { [database] in _ = try? await database.write(Self.giveBack(place)) }
            }
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

    /// To go at once; nil: none is free.
    private static func take() -> Query<Place?> {
        .first(
            """
            WITH free AS (
                SELECT place FROM igdb_places WHERE leased_until < clock_timestamp() ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
            )
            UPDATE igdb_places p SET lease = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $1)
            FROM free f WHERE p.place = f.place RETURNING p.place::bigint, p.lease
            """, IGDBClient.longestRequest / .seconds(1) + 4)
    }

    private static func giveBack(_ place: Place) -> Query<Int> {
        .change(
            """
            UPDATE igdb_places SET leased_until = clock_timestamp() + interval '1.1 seconds' WHERE place = $1 AND lease = $2
            """, place.place, place.lease)
    }
}
