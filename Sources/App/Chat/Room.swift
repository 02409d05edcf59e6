/// Where something is said: each has its own lines and its own news.
enum Room: Sendable {
    case lobby
    case game(ID<Game>)

    /// As the column `room` has it.
    var name: String {
        switch self {
        case .lobby: "lobby"
        case .game(let id): "game:\(id)"
        }
    }

    /// The game beside which it is; nil: none.
    var game: ID<Game>? {
        switch self {
        case .lobby: nil
        case .game(let id): id
        }
    }

    /// Below the club's own path.
    var path: String {
        switch self {
        case .lobby: "/lobby"
        case .game(let id): "/games/\(id)"
        }
    }
}
