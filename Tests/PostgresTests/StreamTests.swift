import Foundation
import Postgres
import TestSupport
import Testing

struct StreamTests {
    @Test func `a hundred thousand rows are streamed in small batches`() async throws {
        try await withPool(connections: 3) { database, _ in
            let rows: Query<[String]> = .all("SELECT lpad(n::text, $1, '0') FROM generate_series(1, 100000) n", Int32(100))
            let (count, early) = try await database.transaction(isReadOnly: true, deadline: .seconds(60)) { transaction in
                var (count, early) = (0, 0)
                for try await row in transaction.rows(rows, batch: 500) {
                    count += 1
                    if count == 1 {
                        early = database.metrics.snapshot().bytesReceived
                        // While the reader pauses, other queries are answered, and no further batch is fetched.
                        for _ in 0..<20 { _ = try await database.read(Query<Bool>.one("SELECT true")) }
                        #expect(database.metrics.snapshot().bytesReceived - early == 20)
                    }
                    if Int(row) != count { Issue.record("\(row) is not \(count)") }
                }
                return (count, early)
            }
            #expect(count == 100_000)
            #expect(early == 500 * 100)
            #expect(database.metrics.snapshot().bytesReceived >= 10_000_000)
        }
    }

    @Test func `streams of rows can be left early, nested and empty`() async throws {
        try await withPool(connections: 3) { database, _ in
            let numbers: Query<[Int]> = .all("SELECT generate_series(1, $1)", 1000)
            try await database.transaction { transaction in
                for try await _ in transaction.rows(numbers, batch: 10) { break }
                var pairs = 0
                for try await outer in transaction.rows(numbers, batch: 100) where outer <= 3 {
                    for try await _ in transaction.rows(numbers, batch: 333) { pairs += 1 }
                }
                #expect(pairs == 3000)
                for try await _ in transaction.rows(Query<[Int]>.all("SELECT 1 WHERE false")) { Issue.record("there is no row") }
                for size in [999, 1000, 1001] {
                    var count = 0
                    for try await _ in transaction.rows(numbers, batch: size) { count += 1 }
                    #expect(count == 1000)
                }
            }
            let wrong = await #expect(throws: DatabaseError.self) {
                try await database.transaction {
                    for try await _ in $0.rows(Query<[Int]>.all("SELECT 1 / (3 - generate_series(1, 5))"), batch: 1) {}
                }
            }
            guard case .refused(let refusal) = wrong else {
                Issue.record("\(String(describing: wrong))")
                return
            }
            #expect(refusal.sqlState == "22012" && refusal.statement == "SELECT 1 / (3 - generate_series(1, 5))")
        }
    }
}
