import FoundationEssentials
import Postgres

/// The messages between two members, as one of them has it.
struct Conversation: Sendable, RowDecodable {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    /// Up to which line I have read it.
    var readLine: ID<LineRecord>
    /// Whether the other lets me write to them.
    var canWrite: Bool
    /// Up to which line the other has read it; nil: one of us does not tell.
    var otherRead: ID<LineRecord>?
    var otherReadAt: Date?

    init(_ row: inout Row) throws {
        id = try row.next()
        other = try PersonRecord(&row)
        isOnline = try row.next()
        readLine = try row.next()
        canWrite = try row.next()
        otherRead = try row.next()
        otherReadAt = try row.next()
    }
}

/// A conversation in the list of one's own.
struct InboxRecord: Sendable, RowDecodable {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    var unread: Int
    /// The newest line.
    var line: ID<LineRecord>
    /// Empty when it was removed, or is a picture.
    var text: String
    var isMine: Bool
    var isRemoved: Bool
    var isPicture: Bool
    var at: Date

    init(_ row: inout Row) throws {
        id = try row.next()
        other = try PersonRecord(&row)
        isOnline = try row.next()
        unread = try row.next()
        line = try row.next()
        text = try row.next()
        isMine = try row.next()
        isRemoved = try row.next()
        isPicture = try row.next()
        at = try row.next()
    }
}

/// How much one search looks at, at most, in all conversations together: the text's bytes count, as they are what takes time.
struct SearchReach: Sendable {
    var lines: Int
    var bytes: Int

    static let far = SearchReach(lines: 100_000, bytes: 16_000_000)
    /// For when looking far took too long.
    static let near = SearchReach(lines: 5_000, bytes: 2_000_000)
}

/// What is looked for in one's messages, and where.
struct MessageSearch: Sendable {
    /// With single spaces between them; "" for nothing.
    var words: String
    /// Behind which line.
    var before = ID<LineRecord>.last
    var isNear = false

    var reach: SearchReach { isNear ? .near : .far }

    /// - Parameter path: of the messages.
    func address(below path: String) -> String {
        let start = before == .last ? "" : "&before=\(before)"
        return "\(path)?q=\(words.percentEncoded)\(start)\(isNear ? "&near=1" : "")"
    }

    func from(_ line: ID<LineRecord>) -> MessageSearch { MessageSearch(words: words, before: line, isNear: isNear) }
}

/// A message that was looked for.
struct FoundMessage: Sendable {
    var line: ID<LineRecord>
    var conversation: ID<Conversation>
    /// Some lines on, so that one sees what was answered; nil: the conversation ends before.
    var end: ID<LineRecord>?
    var other: PersonRecord
    var isMine: Bool
    var text: String
    var at: Date

    /// nil: nothing was found.
    fileprivate init?(_ row: inout Row) throws {
        guard let line = try row.next(ID<LineRecord>?.self) else { return nil }
        self.line = line
        conversation = try row.next()
        end = try row.next()
        other = try PersonRecord(&row)
        isMine = try row.next()
        text = try row.next()
        at = try row.next()
    }
}

/// What a search found, one message a row.
struct SearchRow: Sendable, RowDecodable {
    /// From which line on it was looked for; nil: that is all.
    var start: ID<LineRecord>?
    var message: FoundMessage?

    init(_ row: inout Row) throws {
        start = try row.next()
        message = try FoundMessage(&row)
    }
}
