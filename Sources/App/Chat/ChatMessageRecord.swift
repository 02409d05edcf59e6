import FoundationEssentials
import Postgres

struct ChatMessageRecord: Sendable, RowDecodable {
    var id: ID<ChatMessageRecord>
    var author: PersonRecord
    /// Empty if the message was removed, or is only a photo.
    var text: String
    var sentAt: Date
    var isRemoved: Bool
    /// Whether the author cannot restore the message, because an admin or the room's host has removed it, or because it was removed too
    /// long ago.
    var isRemovedForGood: Bool
    var picture: ChatMessagePhoto?
    var card: ChatMessageCard?

    /// The time in which authors can restore messages that they have removed. After this time, the contents of the messages are deleted.
    static let authorTimeToRestore: SQL = "interval '24 hours'"
    /// SQL condition: whether the author of a message `l` cannot restore it.
    static let isRemovedForGood: SQL = """
        (l.is_removed_by_other OR coalesce(l.removed_at < now() - \(ChatMessageRecord.authorTimeToRestore), false))
        """

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
        isRemovedForGood = try row.next()
        picture = try ChatMessagePhoto(&row)
        card = try ChatMessageCard(&row)
    }
}

/// A link in a message to something in the club, such as a video game, with the name that it had when the message was sent.
struct ChatMessageCard: Sendable {
    var path: String
    var name: String
    var words: String

    init(path: String, name: String, words: String) {
        (self.path, self.name, self.words) = (path.prefix(scalars: 200), name.prefix(scalars: 200), words.prefix(scalars: 500))
    }

    init?(_ row: inout Row) throws {
        let (path, name, words): (String?, String?, String?) = (try row.next(), try row.next(), try row.next())
        guard let path, let name, let words else { return nil }
        (self.path, self.name, self.words) = (path, name, words)
    }

    /// The columns of a message `l` for its card. The path is NULL if the message was removed.
    static let columns: SQL = """
        CASE WHEN l.removed_at IS NULL THEN l.card_path END AS card_path, l.card_name, l.card_words
        """
}

/// A photo in a message, with the width and height of the photo's small file.
struct ChatMessagePhoto: Sendable {
    var id: ID<ChatMessagePhoto>
    var width: Int
    var height: Int
    var description: String

    init?(_ row: inout Row) throws {
        let (photo, width, height, description): (ID<ChatMessagePhoto>?, Int?, Int?, String?) = (
            try row.next(), try row.next(), try row.next(), try row.next()
        )
        guard let photo, let width, let height else { return nil }
        (id, self.width, self.height, self.description) = (photo, width, height, description ?? "")
    }
}
