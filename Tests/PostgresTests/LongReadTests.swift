import Foundation
import Postgres
import TestSupport
import Testing

struct LongReadTests {
    private let sleep: Query<String> = .one("SELECT pg_sleep(300)::text")

    /// The number of `sleep` queries that PostgreSQL runs now.
    private func sleepers(_ test: TestDatabase) async throws -> Int {
        try await elsewhere {
            let rows = try ScriptConnection(url: test.superuserURL).rows(
                "SELECT count(*)::text FROM pg_stat_activity WHERE datname = $1 AND state = 'active' AND query LIKE '%pg_sleep(300)%'",
                [test.name])
            return rows[0][0].flatMap { Int($0) } ?? 0
            // The counting query itself contains the text.
        } - 1
    }

    /// Runs `body` `count` times at once, and gives each error. Nil for each success.
    private static func ends(of count: Int, _ body: @escaping @Sendable () async throws -> Void) async -> [DatabaseError?] {
        await withTaskGroup(of: DatabaseError?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    guard case .failure(let error) = await outcome(of: body) else { return nil }
                    return error as? DatabaseError
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `two long reads run at once and others do not wait`() async throws {
        try await withPool(connections: 6, change: { $0.longReadDeadline = .seconds(120) }) { database, test in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<9 {
                    group.addTask {
                        let end = await outcome { try await database.readLong(sleep) }
                        #expect(throws: DatabaseError.cancelled) { try end.get() }
                    }
                }
                try await #expect(eventuallyDespiteErrors { try await sleepers(test) >= 2 })
                for number in 0..<50 { try await #expect(database.read(Query<Int>.one("SELECT $1::bigint", number)) == number) }
                try await #expect(sleepers(test) == 2)
                group.cancelAll()
            }
            // Cancelled queries no longer run, and others get their places.
            try await #expect(eventuallyDespiteErrors { try await sleepers(test) == 0 })
            try await #expect(database.readLong(Query<Int>.one("SELECT 1")) == 1)
        }
    }

    @Test func `long reads past the deadline are cancelled, also those that wait`() async throws {
        try await withPool(connections: 6, change: { $0.longReadDeadline = .seconds(2) }) { database, _ in
            let ends = await Self.ends(of: 5) { _ = try await database.readLong(sleep) }
            #expect(ends.count(where: { $0 == .timedOut(sent: false) }) == 3 && ends.allSatisfy { $0?.isOutOfTime == true })
        }
    }

    @Test func `PostgreSQL itself limits the time of long reads`() async throws {
        try await withPool(change: { $0.longReadDeadline = .milliseconds(1500) }) { database, _ in
            let limit: Query<String> = .one("SELECT current_setting('statement_timeout')")
            try await #expect(database.readLong(tenant: 1, limit) == "1500ms")
            try await #expect(database.read(limit) == "40s")
        }
    }

    @Test func `the queue of long reads has a limit`() async throws {
        try await withPool(change: { ($0.longReadDeadline, $0.longReadQueueLimit) = (.seconds(3), 2) }) { database, _ in
            let ends = await Self.ends(of: 9) { _ = try await database.readLong(sleep) }
            #expect(ends.count(where: { $0 == .overloaded }) >= 5)
            #expect(ends.allSatisfy { $0?.isOutOfTime == true })
        }
    }

    @Test func `long reads share their places with transactions`() async throws {
        try await withPool(connections: 2, change: { $0.longReadDeadline = .seconds(1) }) { database, _ in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.transaction { transaction in
                    _ = try await transaction.run(Query<Int>.one("SELECT 1"))
                    _ = try await database.readLong(Query<Int>.one("SELECT 2"))
                }
            }
            #expect(error == .timedOut(sent: false))
        }
    }
}
