/// What of a large value one query shall return, to be given to `substring(data FROM $n FOR $m)`.
public struct PieceRange: Sendable {
    public static let size = 262_144
    /// Counted from 1.
    public var start: Int32
    public var count: Int32
}

/// One piece, as its query selects it: a version of the row, the length of the whole, the bytes. For instance
/// `SELECT xmin::text::bigint, octet_length(data), substring(data FROM $2 FOR $3) FROM photos WHERE id = $1`,
/// where `data` is STORAGE EXTERNAL, so that PostgreSQL need not read the whole for a part.
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

/// A large value on its way out, piece by piece; the next is asked for when the one before is taken.
public struct LargeValue: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// Bytes of the whole.
    public let length: Int
    /// Another one when the row has changed: fit for an ETag.
    public let version: Int
    private let first: [UInt8]
    private let piece: @Sendable (PieceRange) async throws -> Piece?
    private let statement: String

    /// Reads the first piece; nil when there is no such row.
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

        /// Throws `changedMeanwhile` when the row is not what it was at the first piece.
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
    /// A large value in pieces of 256 KB, each a segment of its own, so that a slow reader holds no connection and no snapshot. That all
    /// come from one version of the row is checked, not locked: where the row may change, and that must not matter, read it in a
    /// transaction of `repeatableRead`. Nil when there is no such row.
    public func largeValue(
        tenant: Int? = nil, _ query: @escaping @Sendable (PieceRange) -> Query<Piece?>
    ) async throws -> LargeValue? {
        try await LargeValue(query) { try await self.read(tenant: tenant, $0) }
    }
}

extension Transaction {
    /// As `Database.largeValue`, within the transaction.
    public func largeValue(_ query: @escaping @Sendable (PieceRange) -> Query<Piece?>) async throws -> LargeValue? {
        try await LargeValue(query) { try await self.run($0) }
    }

    /// Stores what comes in pieces of 256 KB (the last may be shorter), each by the query that `piece` makes of its number, from 0, and its
    /// bytes: as rows of a table of pieces. (Appending to one value would rewrite it each time; to have it in one in the end, collect
    /// the rows by `string_agg(data, '' ORDER BY number)`.) The source waits while a piece is stored. Returns the number of bytes.
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
