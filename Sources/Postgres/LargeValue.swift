/// The range of bytes of a large value that one query returns. Pass it to `substring(data FROM $n FOR $m)`.
public struct PieceRange: Sendable {
    public static let size = 262_144
    /// The position of the first byte in the value, counted from 1.
    public var start: Int32
    public var count: Int32
}

/// One piece of a large value. The query selects three columns: a version of the row, the length of the whole value, and the bytes of the
/// piece, for example `SELECT xmin::text::bigint, octet_length(data), substring(data FROM $2 FOR $3) FROM photos WHERE id = $1`. The column
/// `data` should be STORAGE EXTERNAL, so that PostgreSQL can read a piece without reading the whole value.
public struct Piece: RowDecodable {
    var version: Int
    var length: Int
    var bytes: Bytes

    public init(_ row: inout Row) throws {
        version = try row.next()
        length = try row.next()
        bytes = try row.next()
    }
}

/// A large value that is read piece by piece. The next piece is requested after the previous piece has been used.
public struct LargeValue: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// The number of bytes of the whole value.
    public let length: Int
    /// The version of the row. It changes whenever the row changes, so it can be used in an ETag.
    public let version: Int
    private let first: [UInt8]
    private let piece: @Sendable (PieceRange) async throws -> Piece?
    private let statement: String

    /// Reads the first piece. Returns nil if there is no such row.
    init?(_ query: @escaping @Sendable (PieceRange) -> Query<Piece?>, run: @escaping @Sendable (Query<Piece?>) async throws -> Piece?)
        async throws
    {
        let start = PieceRange(start: 1, count: Int32(PieceRange.size))
        let asked = query(start)
        statement = "\(asked.statement.sql)"
        guard let first = try await run(asked) else { return nil }
        (length, version, self.first) = (first.length, first.version, first.bytes.bytes)
        piece = { try await run(query($0)) }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(value: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let value: LargeValue
        private var taken = 0

        fileprivate init(value: LargeValue) { self.value = value }

        /// Returns the next piece. Throws `changedMeanwhile` if the row has changed since the first piece was read.
        public mutating func next() async throws -> [UInt8]? {
            guard taken < value.length else { return nil }
            let bytes = taken == 0 ? value.first : try await read()
            guard !bytes.isEmpty else { throw DatabaseError.changedMeanwhile(statement: value.statement) }
            taken += bytes.count
            return bytes
        }

        private func read() async throws -> [UInt8] {
            let range = PieceRange(start: Int32(taken + 1), count: Int32(PieceRange.size))
            guard let piece = try await value.piece(range), piece.version == value.version, piece.length == value.length else {
                throw DatabaseError.changedMeanwhile(statement: value.statement)
            }
            return piece.bytes.bytes
        }
    }
}

extension Database {
    /// Reads a large value in pieces of 256 KB. Returns nil if there is no such row. Each piece is a transaction of its own, so a slow
    /// reader occupies no connection. The row is not locked: if it changes before the last piece has been read, reading fails. To read a
    /// row that may change, use a transaction with `repeatableRead`.
    public func largeValue(
        tenant: Int? = nil, _ query: @escaping @Sendable (PieceRange) -> Query<Piece?>
    ) async throws -> LargeValue? {
        try await LargeValue(query) { try await self.read(tenant: tenant, $0) }
    }
}

extension Transaction {
    /// Reads a large value like `Database.largeValue`, but in this transaction.
    public func largeValue(_ query: @escaping @Sendable (PieceRange) -> Query<Piece?>) async throws -> LargeValue? {
        try await LargeValue(query) { try await self.run($0) }
    }

    /// Stores the bytes of `source` in pieces of 256 KB, each as a row of a table. The last piece may be shorter. `piece` returns the query
    /// that stores one piece. Its arguments are the number of the piece, counted from 0, and the bytes. Returns the total number of bytes.
    ///
    /// `source` waits while a piece is stored. Do not append the pieces to one value, because each step would rewrite the whole value. To
    /// join the pieces, combine the rows at the end with `string_agg(data, '' ORDER BY number)`.
    public func store<Source: AsyncSequence>(
        _ source: Source, isolation: isolated (any Actor)? = #isolation, piece: (Int, Bytes) -> Query<Int>
    ) async throws -> Int where Source.Element: Collection<UInt8> {
        var (room, number, total) = ([UInt8](), 0, 0)
        room.reserveCapacity(PieceRange.size)
        for try await part in source {
            total += part.count
            var rest = part[...]
            while !rest.isEmpty {
                let taken = rest.prefix(PieceRange.size - room.count)
                room += taken
                rest = rest.dropFirst(taken.count)
                guard room.count == PieceRange.size else { continue }
                try await run(piece(number, Bytes(room)))
                number += 1
                room.removeAll(keepingCapacity: true)
            }
        }
        if !room.isEmpty || number == 0 { try await run(piece(number, Bytes(room))) }
        return total
    }
}
