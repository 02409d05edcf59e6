import FoundationEssentials
import Postgres

/// Something that others did, of which a member should hear.
struct Notice: Sendable, RowDecodable {
    /// What there may be to hear of. The first four are not noted: they are read where they are.
    enum Kind: String, CaseIterable, StoredName {
        case turn, challenge, request, message
        case accepted, friend, comment, like

        /// As a choice of what one would hear of.
        var words: String {
            switch self {
            case .turn: "It is my turn"
            case .challenge: "Somebody challenges me"
            case .request: "Somebody would like to be my friend"
            case .message: "Somebody writes to me"
            case .accepted: "A challenge of mine is accepted"
            case .friend: "Somebody I follow is now my friend"
            case .comment: "Somebody says something about a photo of mine, or where I said something"
            case .like: "Somebody likes a photo of mine"
            }
        }
    }

    var id: ID<Notice>
    var kind: Kind
    /// Who did it, the last one.
    var actor: PersonRecord
    /// How many comments there are, up to 100, of which the member had not heard; of likes, how many there are.
    var events: Int
    var photo: ID<Photo>?
    /// Whose photo it is; nil: the member's own.
    var photoOwner: String?
    /// Whether it is the actor's.
    var isOfActor: Bool
    var game: ID<Game>?
    var createdAt: Date
    var isRead: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        kind = try row.next()
        actor = try PersonRecord(&row)
        events = try row.next()
        photo = try row.next()
        photoOwner = try row.next()
        isOfActor = try row.next()
        game = try row.next()
        createdAt = try row.next()
        isRead = try row.next()
    }
}

/// How much waits for a member, and how much they have not looked at; 100 stands for more.
struct NoticeCounts: Sendable, RowDecodable, Equatable {
    var turns = 0
    var challenges = 0
    var requests = 0
    /// Conversations with something unread.
    var messages = 0
    var others = 0

    init() {}

    init(_ row: inout Row) throws {
        turns = try row.next()
        challenges = try row.next()
        requests = try row.next()
        messages = try row.next()
        others = try row.next()
    }

    var all: Int { turns + challenges + requests + messages + others }
}
