import Synchronization

/// A statement's text, or a part of one. It is made of literals and of other `SQL` alone, so that nothing from outside can ever be in it:
/// that is bound, as a parameter.
///
///     static let isShown: SQL = "(p.member_id = $1 OR p.audience = 'club')"
///     .all("SELECT p.id FROM photos p WHERE \(PhotoQueries.isShown) ORDER BY p.id DESC", me)
///
/// It is known by the address of its bytes, which stay for ever: neither joining nor finding what a connection has prepared looks at the
/// text, once it has been joined.
public struct SQL: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// UTF-8, with a zero behind it. Nobody changes or frees it.
    nonisolated(unsafe) let start: UnsafePointer<UInt8>
    /// Bytes before the zero.
    let count: Int

    public init(stringLiteral text: StaticString) { (start, count) = (text.utf8Start, text.utf8CodeUnitCount) }

    public init(stringInterpolation parts: StringInterpolation) {
        self = Self.joined.withLock { joined in
            if let known = joined[parts.all] { return known }
            let sql = SQL(joining: parts.all)
            joined[parts.all] = sql
            return sql
        }
    }

    public var description: String { String(decoding: bytes, as: UTF8.self) }

    private var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var all: [Part]

        public init(literalCapacity: Int, interpolationCount: Int) {
            all = []
            all.reserveCapacity(2 * interpolationCount + 1)
        }

        public mutating func appendLiteral(_ text: StaticString) { appendInterpolation(SQL(stringLiteral: text)) }
        public mutating func appendInterpolation(_ part: SQL) { if part.count > 0 { all.append(Part(part)) } }
    }

    /// By its address.
    fileprivate struct Part: Hashable, Sendable {
        let sql: SQL

        init(_ sql: SQL) { self.sql = sql }

        static func == (one: Part, other: Part) -> Bool { one.sql.start == other.sql.start && one.sql.count == other.sql.count }
        func hash(into hasher: inout Hasher) { hasher.combine(sql.start) }
    }

    /// What has been joined: as much as the code says, and no more.
    private static let joined = Mutex<[[Part]: SQL]>([:])

    private init(joining parts: [Part]) {
        count = parts.reduce(0) { $0 + $1.sql.count }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
        var end = copy
        for part in parts {
            end.initialize(from: part.sql.start, count: part.sql.count)
            end += part.sql.count
        }
        end.initialize(to: 0)
        start = UnsafePointer(copy)
    }
}

extension Sequence<SQL> {
    /// One behind the other.
    public func joined(by separator: SQL) -> SQL {
        reduce(nil as SQL?) { joined, part in joined.map { "\($0)\(separator)\(part)" } ?? part } ?? ""
    }
}
