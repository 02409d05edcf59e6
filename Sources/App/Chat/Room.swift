/// Where something is said: each has its own lines and its own news.
enum Room: Hashable, Sendable {
    case lobby
    /// Beside a board.
    case game(ID<Game>)
    /// Between two.
    case conversation(ID<Conversation>)
    /// Under a photo.
    case photo(ID<Photo>)

    /// As the column `room` has it.
    var name: String {
        switch self {
        case .lobby: "lobby"
        case .game(let id): "game:\(id)"
        case .conversation(let id): "conversation:\(id)"
        case .photo(let id): "photo:\(id)"
        }
    }

    var game: ID<Game>? { if case .game(let id) = self { id } else { nil } }
    var conversation: ID<Conversation>? { if case .conversation(let id) = self { id } else { nil } }
    var photo: ID<Photo>? { if case .photo(let id) = self { id } else { nil } }

    /// Below the club's own path.
    var path: String {
        switch self {
        case .lobby: "/lobby"
        case .game(let id): "/games/\(id)"
        case .conversation(let id): "/messages/\(id)"
        case .photo(let id): "/photos/\(id)"
        }
    }

    /// Of the columns of a line, which name at most one.
    init(game: ID<Game>?, conversation: ID<Conversation>?, photo: ID<Photo>?) {
        self =
            game.map { .game($0) } ?? conversation.map { .conversation($0) } ?? photo.map { .photo($0) } ?? .lobby
    }
}
