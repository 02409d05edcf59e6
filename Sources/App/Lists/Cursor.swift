import Postgres

/// Where a page of a list begins, by the key of a row beside it: `?before=17` has smaller keys, `?after=17` larger ones, and an address
/// that says neither begins the list. A statement reads it in either direction:
///
///     SELECT … WHERE id \(cursor.beyond) $2 ORDER BY id \(cursor.order) LIMIT $3
struct Cursor<Entity>: Sendable {
    /// How the list goes on from its beginning.
    enum Direction: Sendable {
        /// The newest come first.
        case down
        case up
    }

    /// Behind or before which row it goes on; the list's beginning has none.
    let key: ID<Entity>
    let isBeginning: Bool
    /// Whether it is read towards the list's beginning.
    let isBackward: Bool
    private let readsDown: Bool

    /// The list's beginning.
    init(_ direction: Direction = .down) {
        self.init(key: direction == .down ? .last : ID(0), isBeginning: true, isBackward: false, readsDown: direction == .down)
    }

    /// As the address says: at most one of the two. Throws `Problem.notFound` for what is no key.
    init(before: String?, after: String?, _ direction: Direction = .down) throws {
        guard let text = before ?? after else {
            self.init(direction)
            return
        }
        guard let key = ID<Entity>(text) else { throw Problem.notFound }
        self.init(key: key, isBeginning: false, isBackward: (before != nil) != (direction == .down), readsDown: before != nil)
    }

    private init(key: ID<Entity>, isBeginning: Bool, isBackward: Bool, readsDown: Bool) {
        (self.key, self.isBeginning, self.isBackward, self.readsDown) = (key, isBeginning, isBackward, readsDown)
    }

    /// What keys are, compared with this one.
    var beyond: SQL { readsDown ? "<" : ">" }
    /// In which order they are read, which `Slice` turns to the list's own.
    var order: SQL { readsDown ? "DESC" : "ASC" }

    /// What the address of a page says that goes on from a row.
    fileprivate func query(from key: ID<Entity>, isBackward: Bool) -> String {
        (readsDown != (isBackward != self.isBackward) ? "before=" : "after=") + "\(key)"
    }
}

/// One page of a list, in the list's order, and whether there is more of it on either side.
struct Slice<Row: Sendable, Entity>: Sendable {
    let rows: [Row]
    private let cursor: Cursor<Entity>
    private let hasPrevious: Bool
    private let hasNext: Bool

    /// - Parameters:
    ///   - found: what was read at `cursor`, one more than `size` where there are more.
    ///   - size: how many a page has at most.
    init(_ found: [Row], at cursor: Cursor<Entity>, size: Int) {
        let (shown, hasMore) = (Array(found.prefix(size)), found.count > size)
        rows = cursor.isBackward ? shown.reversed() : shown
        self.cursor = cursor
        (hasPrevious, hasNext) = cursor.isBackward ? (hasMore, true) : (!cursor.isBeginning, hasMore)
    }

    var isFirst: Bool { cursor.isBeginning }

    /// Whether whoever went back has come to the list's beginning, which is a page of its own, as long as the others; or there is nothing
    /// here any more.
    var leadsToFirst: Bool { cursor.isBackward && !hasPrevious || rows.isEmpty && !isFirst }

    /// - Parameters:
    ///   - path: of the list's beginning, with what it says else.
    ///   - key: by which the list goes on from a row.
    func pager(at path: String, _ key: (Row) -> ID<Entity>) -> Pager {
        let address = path + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
        return Pager(
            first: isFirst ? nil : path,
            previous: hasPrevious ? rows.first.map { address + cursor.query(from: key($0), isBackward: true) } : nil,
            next: hasNext ? rows.last.map { address + cursor.query(from: key($0), isBackward: false) } : nil)
    }
}
