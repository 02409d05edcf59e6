import FoundationEssentials
import Postgres

struct Conversation: RowRecord {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    var readMessage: ID<ChatMessageRecord>
    /// Whether the other member accepts messages from the reader.
    var canWrite: Bool
    /// The last message that the other member has read. Nil if one of the two does not share read receipts.
    var otherRead: ID<ChatMessageRecord>?
    var otherReadAt: Date?

    static let decoder = RowDecoder(Conversation.init)
}

struct InboxRecord: RowRecord {
    var id: ID<Conversation>
    var other: PersonRecord
    var isOnline: Bool
    var unread: Int
    var message: ID<ChatMessageRecord>
    /// The text of the last message. Empty if that message was removed, or has only a photo.
    var text: String
    var isMine: Bool
    var isRemoved: Bool
    var isPicture: Bool
    var at: Date

    static let decoder = RowDecoder(InboxRecord.init)
}

/// The numbers of messages and of bytes of text that one search reads in all conversations together. The bytes are limited because
/// reading the text takes most of the time.
struct SearchLimits: Sendable {
    var messages: Int
    var bytes: Int

    static let full = SearchLimits(messages: 100_000, bytes: 16_000_000)
    /// Smaller limits, for a second try after a search that timed out.
    static let reduced = SearchLimits(messages: 5_000, bytes: 2_000_000)
}

struct MessageSearch: Sendable {
    var words: String
    var olderThan = ID<ChatMessageRecord>.last
    var isReduced = false

    var limits: SearchLimits { isReduced ? .reduced : .full }

    func address(below path: String) -> String {
        let start = olderThan == .last ? "" : "&before=\(olderThan)"
        return "\(path)?q=\(words.percentEncoded)\(start)\(isReduced ? "&near=1" : "")"
    }

    func page(olderThan message: ID<ChatMessageRecord>) -> MessageSearch {
        MessageSearch(words: words, olderThan: message, isReduced: isReduced)
    }
}

struct FoundMessage: Sendable {
    var message: ID<ChatMessageRecord>
    var conversation: ID<Conversation>
    /// The 21st message after the found message. The link to the found message shows the messages before the 21st, so that the replies are
    /// shown, too. Nil if fewer than 21 messages follow.
    var contextEnd: ID<ChatMessageRecord>?
    var other: PersonRecord
    var isMine: Bool
    var text: String
    var at: Date

    fileprivate init?(_ row: inout Row) throws {
        guard let message = try row.next(ID<ChatMessageRecord>?.self) else { return nil }
        self.message = message
        conversation = try row.next()
        contextEnd = try row.next()
        other = try PersonRecord(&row)
        isMine = try row.next()
        text = try row.next()
        at = try row.next()
    }
}

/// A row of a search result. A search without a result has one row without a message.
struct SearchRow: RowDecodable {
    /// The id of the oldest message that was searched. Nil if the search has reached the oldest message of all conversations.
    var oldestSearched: ID<ChatMessageRecord>?
    var message: FoundMessage?

    init(_ row: inout Row) throws {
        oldestSearched = try row.next()
        message = try FoundMessage(&row)
    }
}
