import FoundationEssentials
import IGDB
import Postgres

/// Keeps IGDB's rate limits for all instances of the server that share a database: "4 requests per second" and "up to 8 open requests at
/// any moment in time".
///
/// The table `igdb_requests` has four slots. A request takes a slot before it is sent, and frees the slot 1.1 seconds after it has ended.
/// Even if requests are delayed on the way, two requests that reach IGDB within the same second hold different slots. So at most four
/// requests reach IGDB within a second.
struct IGDBRateLimiter: RequestGate {
    let database: Database

    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)? {
        while ContinuousClock.now < end {
            if let slot = try await database.write(Self.takeSlot()) {
                return { [database] in _ = try? await database.write(Self.free(slot)) }
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 40...200)))
        }
        return nil
    }

    private struct Slot: RowRecord {
        var place: Int
        var lease: UUID

        static let decoder = RowDecoder(Slot.init)
    }

    /// Takes a free slot. Nil if no slot is free. If a request never ends, its slot is free again after `IGDBTimeLimits.slotLease`.
    private static func takeSlot() -> Query<Slot?> {
        .first(
            """
            WITH free AS (
                SELECT place FROM igdb_requests WHERE leased_until < clock_timestamp() ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED
            )
            UPDATE igdb_requests p SET lease = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $1)
            FROM free f WHERE p.place = f.place RETURNING p.place::bigint, p.lease
            """, IGDBTimeLimits.slotLease / .seconds(1))
    }

    private static func free(_ slot: Slot) -> Query<Int> {
        .change(
            """
            UPDATE igdb_requests SET leased_until = clock_timestamp() + interval '1.1 seconds' WHERE place = $1 AND lease = $2
            """, slot.place, slot.lease)
    }
}
