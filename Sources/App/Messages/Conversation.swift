import FoundationEssentials
import Postgres

struct Conversation: Sendable, RowDecodable {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    /// The last message that the reader has read.
    var readLine: ID<ChatMessageRecord>
    /// Whether the other member accepts messages from the reader.
    var canWrite: Bool
    /// The last message that the other member has read. Nil if one of the two does not share read receipts.
    var otherRead: ID<ChatMessageRecord>?
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

struct InboxRecord: Sendable, RowDecodable {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    var unread: Int
    var line: ID<ChatMessageRecord>
    /// Empty if the message was removed or has only a photo.
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

/// Limits of one search over all conversations together. Bytes are limited, because reading the text takes most of the time.
struct SearchReach: Sendable {
    var lines: Int
    var bytes: Int

    static let full = SearchReach(lines: 100_000, bytes: 16_000_000)
    /// For a second try after a timeout.
    static let reduced = SearchReach(lines: 5_000, bytes: 2_000_000)
}

struct MessageSearch: Sendable {
    var words: String
    var olderThan = ID<ChatMessageRecord>.last
    var isReduced = false

    var reach: SearchReach { isReduced ? .reduced : .full }

    func address(below path: String) -> String {
        let start = olderThan == .last ? "" : "&before=\(olderThan)"
        return "\(path)?q=\(words.percentEncoded)\(start)\(isReduced ? "&near=1" : "")"
    }

    func page(olderThan line: ID<ChatMessageRecord>) -> MessageSearch {
        MessageSearch(words: words, olderThan: line, isReduced: isReduced)
    }
}

struct FoundMessage: Sendable {
    var line: ID<ChatMessageRecord>
    var conversation: ID<Conversation>
    /// A message that is 21 later in the conversation, so that the link also shows the replies. Nil if there are fewer later messages.
    var contextEnd: ID<ChatMessageRecord>?
    var other: PersonRecord
    var isMine: Bool
    var text: String
    var at: Date

    fileprivate init?(_ row: inout Row) throws {
        guard let line = try row.next(ID<ChatMessageRecord>?.self) else { return nil }
        self.line = line
        conversation = try row.next()
        contextEnd = try row.next()
        other = try PersonRecord(&row)
        isMine = try row.next()
        text = try row.next()
        at = try row.next()
    }
}

/// A row of a search result. A search without a result has one row without a message.
struct SearchRow: Sendable, RowDecodable {
    /// The oldest message id that was searched. Nil if all older messages were searched.
    var oldestSearched: ID<ChatMessageRecord>?
    var message: FoundMessage?

    init(_ row: inout Row) throws {
        oldestSearched = try row.next()
        message = try FoundMessage(&row)
    }
}
