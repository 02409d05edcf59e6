import Synchronization

/// The rows of a query, in the order of the query, fetched in batches through a cursor. So the memory does not grow with the number of
/// rows. The next batch is requested after the previous batch has been used, so a slow reader slows PostgreSQL down. All rows belong to one
/// snapshot.
public struct RowStream<Element: Sendable>: AsyncSequence, Sendable {
    let transaction: Transaction
    let query: Query<[Element]>
    let batch: Int

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let stream: RowStream
        private let cursor = "stream_\(cursorNumbers.add(1, ordering: .relaxed).newValue)"
        private var rows: [Element] = []
        private var position = 0
        private var isOpen = false
        private var isOver = false

        fileprivate init(stream: RowStream) { self.stream = stream }

        public mutating func next() async throws -> Element? {
            if position == rows.count {
                guard !isOver else { return nil }
                try await fetch()
                if rows.isEmpty { return nil }
            }
            defer { position += 1 }
            return rows[position]
        }

        private mutating func fetch() async throws {
            let (database, lease, statement) = (stream.transaction.database, stream.transaction.lease, stream.query.statement)
            var statements = [BoundStatement(statement.sql, oneOff: "FETCH FORWARD \(stream.batch) FROM \(cursor)")]
            if !isOpen { statements.insert(statement.prefixed(by: "DECLARE \(cursor) NO SCROLL CURSOR FOR "), at: 0) }
            let results = try await database.send(database.segment(statements, kind: .step(lease)))
            guard let last = results.last else { throw DatabaseError.rolledBack("a cursor was lost") }
            rows = try database.decode(last, of: stream.query)
            (position, isOpen, isOver) = (0, true, rows.count < stream.batch)
            guard isOver else { return }
            let close = BoundStatement(statement.sql, oneOff: "CLOSE \(cursor)")
            _ = try await database.send(database.segment([close], kind: .step(lease)))
        }
    }
}

private let cursorNumbers = Atomic<Int>(0)

extension Transaction {
    /// Returns the rows of a SELECT as a stream that has at most `batch` rows in memory.
    public func rows<Element>(_ query: Query<[Element]>, batch: Int = 500) -> RowStream<Element> {
        RowStream(transaction: self, query: query, batch: Swift.max(1, batch))
    }
}
