import Postgres

/// The place where a page of a list begins. The place is given by the key of the row that is next to the page. In an address, `?before=17`
/// selects rows with smaller keys, and `?after=17` selects rows with larger keys. An address with neither is the first page. One statement
/// reads the rows in both directions:
///
///     SELECT … WHERE id \(cursor.beyond) $2 ORDER BY id \(cursor.order) LIMIT $3
struct Cursor<Entity>: Sendable {
    /// The order of the keys, from the beginning of the list to its end.
    enum Direction: Sendable {
        /// Descending, so that the newest rows come first.
        case down
        case up
    }

    /// The key of the row that is next to the page. For the first page, this is a number before or after all keys of the list.
    let key: ID<Entity>
    let isBeginning: Bool
    let isBackward: Bool
    private let isDescending: Bool

    init(_ direction: Direction = .down) {
        self.init(key: direction == .down ? .last : ID(0), isBeginning: true, isBackward: false, isDescending: direction == .down)
    }

    /// Reads `before` or `after` from the query of an address, which has at most one of the two. Throws `Problem.notFound` if the value is
    /// not a key.
    init(before: String?, after: String?, _ direction: Direction = .down) throws {
        guard let text = before ?? after else {
            self.init(direction)
            return
        }
        guard let key = ID<Entity>(text) else { throw Problem.notFound }
        self.init(key: key, isBeginning: false, isBackward: (before != nil) != (direction == .down), isDescending: before != nil)
    }

    private init(key: ID<Entity>, isBeginning: Bool, isBackward: Bool, isDescending: Bool) {
        (self.key, self.isBeginning, self.isBackward, self.isDescending) = (key, isBeginning, isBackward, isDescending)
    }

    /// The operator that compares the keys of the page's rows with `key`.
    var beyond: SQL { isDescending ? "<" : ">" }
    /// The order in which the statement reads keys. `Slice` reverses the rows if the order of the list is different.
    var order: SQL { isDescending ? "DESC" : "ASC" }

    fileprivate func query(from key: ID<Entity>, isBackward: Bool) -> String {
        (isDescending != (isBackward != self.isBackward) ? "before=" : "after=") + "\(key)"
    }
}

/// The rows of one page in the order of the list, with links to the previous page and the next page.
struct Slice<Row: Sendable, Entity>: Sendable {
    let rows: [Row]
    private let cursor: Cursor<Entity>
    private let hasPrevious: Bool
    private let hasNext: Bool

    /// - Parameters:
    ///   - found: the rows that were read at `cursor` with a limit of `size + 1`.
    ///   - size: the maximum number of rows on a page.
    init(_ found: [Row], at cursor: Cursor<Entity>, size: Int) {
        let (shown, hasMore) = (Array(found.prefix(size)), found.count > size)
        rows = cursor.isBackward ? shown.reversed() : shown
        self.cursor = cursor
        (hasPrevious, hasNext) = cursor.isBackward ? (hasMore, true) : (!cursor.isBeginning, hasMore)
    }

    var isFirst: Bool { cursor.isBeginning }

    /// True if the request is redirected to the first page. This has two possible reasons: the page has no rows any more, or the visitor
    /// has gone back to the beginning of the list, where this page can be shorter than the first page.
    var leadsToFirst: Bool { cursor.isBackward && !hasPrevious || rows.isEmpty && !isFirst }

    /// - Parameters:
    ///   - path: the address of the first page, which may have a query.
    ///   - key: returns the key of a row.
    func pager(at path: String, _ key: (Row) -> ID<Entity>) -> Pager {
        let address = path + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
        return Pager(
            first: isFirst ? nil : path,
            previous: hasPrevious ? rows.first.map { address + cursor.query(from: key($0), isBackward: true) } : nil,
            next: hasNext ? rows.last.map { address + cursor.query(from: key($0), isBackward: false) } : nil)
    }
}
