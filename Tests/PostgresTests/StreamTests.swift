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

    private func withFiles(_ body: (Database, TestDatabase) async throws -> Void) async throws {
        try await withPool(connections: 3) { database, test in
            try ScriptConnection(url: test.ownerURL).run(
                """
                CREATE TABLE pieces (file int, number int, data bytea NOT NULL, PRIMARY KEY (file, number));
                CREATE TABLE files (id int PRIMARY KEY, data bytea NOT NULL);
                ALTER TABLE pieces ALTER data SET STORAGE EXTERNAL;
                ALTER TABLE files ALTER data SET STORAGE EXTERNAL;
                GRANT ALL ON pieces, files TO boardwalk_server
                """)
            try await body(database, test)
        }
    }

    @Sendable private func piece(_ range: PieceRange, of file: Int) -> Query<Piece?> {
        .first(
            "SELECT xmin::text::bigint, octet_length(data), substring(data FROM $2 FOR $3) FROM files WHERE id = $1", file, range.start,
            range.count)
    }

    @Test func `a large value is written and read in pieces`() async throws {
        let size = 50 << 20
        try await withFiles { database, _ in
            let stored = try await database.transaction(deadline: .seconds(60)) { transaction in
                let stored = try await transaction.store(Source(size: size)) { number, bytes in
                    .change("INSERT INTO pieces VALUES (1, $1, $2)", number, bytes)
                }
                try await transaction.run(
                    Query<Int>.change("INSERT INTO files SELECT 1, string_agg(data, '' ORDER BY number) FROM pieces WHERE file = 1"))
                return stored
            }
            #expect(stored == size)
            try await #expect(database.read(Query<Int>.one("SELECT count(*) FROM pieces")) == 200)
            let before = database.metrics.snapshot().bytesReceived
            let value = try #require(try await database.largeValue { piece($0, of: 1) })
            #expect(value.length == size)
            // Only the first pieces have been fetched.
            #expect(database.metrics.snapshot().bytesReceived - before < 2 * PieceRange.size)
            var (place, isSame, largest) = (0, true, 0)
            for try await bytes in value {
                isSame = isSame && bytes == Source.bytes(place..<place + bytes.count)
                place += bytes.count
                largest = max(largest, bytes.count)
            }
            #expect(isSame && place == size && largest == PieceRange.size)
        }
    }

    @Test func `a large value that changes while it is read is refused`() async throws {
        try await withFiles { database, _ in
            let size = 3 * PieceRange.size + 1
            try await database.write(Query<Int>.change("INSERT INTO files VALUES (1, $1)", Bytes([UInt8](repeating: 1, count: size))))
            let change: Query<Int> = .change("UPDATE files SET data = $1", Bytes([UInt8](repeating: 2, count: size)))
            let value = try #require(try await database.largeValue { piece($0, of: 1) })
            let again = try #require(try await database.largeValue { piece($0, of: 1) })
            #expect(value.version == again.version)
            var reader = value.makeAsyncIterator()
            try await #expect(reader.next()?.count == PieceRange.size)
            try await database.write(change)
            let error = await #expect(throws: DatabaseError.self) { try await reader.next() }
            guard case .changedMeanwhile = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let whole = try await database.transaction(level: .repeatableRead, isReadOnly: true) { transaction in
                var whole: [UInt8] = []
                let value = try #require(try await transaction.largeValue { piece($0, of: 1) })
                for try await bytes in value {
                    whole += bytes
                    try await database.write(change)
                }
                return whole
            }
            #expect(whole == [UInt8](repeating: 2, count: size))
            try await #expect(database.largeValue { piece($0, of: 9) } == nil)
        }
    }

    @Test func `large values are cut into pieces of one size`() async throws {
        try await withFiles { database, _ in
            let sizes = [0, 1, PieceRange.size - 1, PieceRange.size, PieceRange.size + 1, 2 * PieceRange.size]
            for (file, size) in sizes.enumerated() {
                _ = try await database.transaction { transaction in
                    try await transaction.store(Source(size: size)) { .change("INSERT INTO pieces VALUES ($1, $2, $3)", file, $0, $1) }
                }
                let lengths: [Int] = try await database.read(
                    .all("SELECT octet_length(data) FROM pieces WHERE file = $1 ORDER BY number", file))
                let whole = [Int](repeating: PieceRange.size, count: size / PieceRange.size)
                #expect(lengths == whole + (size % PieceRange.size > 0 || size == 0 ? [size % PieceRange.size] : []))
            }
            try await database.write(Query<Int>.change("INSERT INTO files VALUES (0, '')"))
            let empty = try #require(try await database.largeValue { piece($0, of: 0) })
            for try await _ in empty { Issue.record("there is nothing to read") }
        }
    }
}

/// Gives `size` bytes in parts of uneven sizes, made on demand.
private struct Source: AsyncSequence, AsyncIteratorProtocol {
    let size: Int
    var made = 0

    func makeAsyncIterator() -> Source { self }

    mutating func next() async throws -> [UInt8]? {
        guard made < size else { return nil }
        let part = Self.bytes(made..<Swift.min(size, made + 99_991))
        made += part.count
        return part
    }

    /// The bytes at these positions. The pattern's length is a prime, so that no two pieces are equal.
    static func bytes(_ places: Range<Int>) -> [UInt8] {
        let start = places.lowerBound % period
        return Array(pattern[start..<start + places.count])
    }

    private static let period = 65_537
    private static let pattern: [UInt8] = {
        let once = (0..<period).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        return once + once + once + once + once + once
    }()
}
