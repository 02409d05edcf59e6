import Synchronization

/// The text of a statement, or a part of a statement. It consists only of literals in the source code and of other `SQL` values, so it
/// never contains input from outside. Such input is passed as parameters.
///
///     static let isShown: SQL = "(p.member_id = $1 OR p.audience = 'club')"
///     .all("SELECT p.id FROM photos p WHERE \(PhotoQueries.isShown) ORDER BY p.id DESC", me)
///
/// Texts are never compared. A text is identified by the address of its bytes, which are never freed. An interpolation is joined to one
/// text when it is used first. Later, this text is found by the addresses of its parts. The prepared statement of a text is found by the
/// address of the text.
public struct SQL: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text in UTF-8 with a zero byte after it. It is never changed or freed.
    nonisolated(unsafe) let start: UnsafePointer<UInt8>
    /// The number of bytes before the zero byte.
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

    /// A part of an interpolation. Parts are equal if their addresses and lengths are equal.
    fileprivate struct Part: Hashable, Sendable {
        let sql: SQL

        init(_ sql: SQL) { self.sql = sql }

        static func == (one: Part, other: Part) -> Bool { one.sql.start == other.sql.start && one.sql.count == other.sql.count }
        func hash(into hasher: inout Hasher) { hasher.combine(sql.start) }
    }

    /// The texts of all interpolations that have been used so far, by their parts. Their number is limited, because the source code has a
    /// limited number of interpolations.
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
    /// Joins the parts, with `separator` between them.
    public func joined(by separator: SQL) -> SQL {
        reduce(nil as SQL?) { joined, part in joined.map { "\($0)\(separator)\(part)" } ?? part } ?? ""
    }
}
