import Postgres
import TestSupport
import Testing

struct MetricsTests {
    @Test func `statements, bytes and failures are counted`() async throws {
        try await withPool(connections: 2) { database, _ in
            _ = try await database.read(Query<String>.one("SELECT $1", "12345"))
            _ = try await database.read(tenant: 1, Query<String>.one("SELECT $1", "12345"))
            await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 'x'")) }
            await #expect(throws: DatabaseError.self) { try await database.read(Query<Int>.one("SELECT 1 / $1", 0)) }
            let seen = database.metrics.snapshot()
            #expect((seen.roundTrips, seen.statements, seen.waiting, seen.retries) == (4, 5, 0, 0))
            #expect(seen.bytesReceived == 11)
            #expect(seen.bytesSent > 28 && seen.statementsPrepared >= 4)
            #expect((seen.failures.refused, seen.failures.misread, seen.failures.timedOut) == (1, 1, 0))
            #expect((seen.queueTime.count, seen.flightTime.count) == (4, 4))
            #expect(seen.flightTime.sum > 0 && seen.flightTime.buckets == seen.flightTime.buckets.sorted())
            #expect((seen.pool.size, seen.pool.leased, seen.connectionsLost) == (2, 0, 0))
            try await #expect(eventuallyDespiteErrors { database.metrics.snapshot().pool.busy == 0 })
        }
    }

    @Test func `waiting queries and lost connections are counted`() async throws {
        try await withPool(connections: 1) { database, test in
            let holder = try ScriptConnection(url: test.superuserURL)
            try holder.run("SELECT pg_advisory_lock(1)")
            let slow: Query<Bool> = .one("SELECT pg_advisory_xact_lock(1) IS NULL")
            async let first = database.read(slow)
            async let second = database.read(slow)
            try await #expect(
                eventuallyDespiteErrors {
                    let seen = database.metrics.snapshot()
                    return seen.waiting == 1 && seen.pool.busy == 1
                })
            try test.terminateServerBackends()
            try holder.run("SELECT pg_advisory_unlock(1)")
            _ = try await (first, second)
            let seen = database.metrics.snapshot()
            #expect(seen.connectionsLost == 1 && seen.retries == 1 && seen.connectionsOpened == 2 && seen.pool.open == 1)
        }
    }
}
