import FoundationEssentials
import Postgres

/// A line of talk.
struct LineRecord: Sendable, RowDecodable {
    var id: ID<LineRecord>
    var author: PersonRecord
    /// Empty when it has been removed, or a picture says it all.
    var text: String
    var sentAt: Date
    var isRemoved: Bool
    /// Its writer cannot bring it back: an admin has removed it, or whose photo it is about; or they have, long ago.
    var isRemovedForGood: Bool
    var picture: LinePicture?
    var card: LineCard?

    /// For so long what one has taken back can be brought back; then it is forgotten.
    static let timeToRestore: SQL = "interval '24 hours'"
    /// Whether the writer of a line `l` cannot bring it back.
    static let isRemovedForGood: SQL = "(l.is_removed_by_admin OR coalesce(l.removed_at < now() - \(LineRecord.timeToRestore), false))"

    init(_ row: inout Row) throws {
        id = try row.next()
        author = try PersonRecord(&row)
        text = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
        isRemovedForGood = try row.next()
        picture = try LinePicture(&row)
        card = try LineCard(&row)
    }
}

/// Something of the club that was sent, as it was called then.
struct LineCard: Sendable {
    /// Below the club's path.
    var path: String
    var name: String
    /// "2017 · Switch"
    var words: String

    init(path: String, name: String, words: String) {
        (self.path, self.name, self.words) = (path.prefix(scalars: 200), name.prefix(scalars: 200), words.prefix(scalars: 500))
    }

    /// nil: there is none.
    init?(_ row: inout Row) throws {
        let (path, name, words): (String?, String?, String?) = (try row.next(), try row.next(), try row.next())
        guard let path, let name, let words else { return nil }
        (self.path, self.name, self.words) = (path, name, words)
    }

    /// Of a line `l`, unless it has been removed.
    static let columns: SQL = """
        CASE WHEN l.removed_at IS NULL THEN l.card_path END AS card_path, l.card_name, l.card_words
        """
}

/// A photo within a line: its number and the measures of its small file.
struct LinePicture: Sendable {
    var id: ID<Photo>
    var width: Int
    var height: Int
    var description: String

    /// nil: there is none.
    init?(_ row: inout Row) throws {
        let (photo, across, down, words): (ID<Photo>?, Int?, Int?, String?) = (
            try row.next(), try row.next(), try row.next(), try row.next()
        )
        guard let photo, let across, let down else { return nil }
        (id, width, height, description) = (photo, across, down, words ?? "")
    }
}
