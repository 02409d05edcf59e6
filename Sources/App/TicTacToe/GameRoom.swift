import Postgres

extension RoomKind {
    /// Beside a board, for whoever looks on. The talk of two goes on from one game to the next.
    static let game = RoomKind(
        "game", at: "/games", title: "Chat", invitation: "Nothing said yet. A hello is a good opening move.", words: "a game",
        isOpen: "EXISTS (SELECT FROM games WHERE id = $2)", mayWrite: "EXISTS (SELECT FROM games WHERE id = $2 FOR KEY SHARE)",
        sharedTalk: SharedTalk(
            number: GameRecord.talkNumber,
            rooms: { GameQueries().latest(beside: ID($0)).map { $0.map(\.rawValue) } }))
}

extension Topic {
    static func game(_ id: ID<Game>, in club: ID<Club>) -> Topic { Topic(name: "game:\(club):\(id)") }
}

extension Room {
    static func game(_ id: ID<Game>) -> Room { Room(.game, id.rawValue) }
}
