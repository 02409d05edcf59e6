import Postgres

extension ChatRoomKind {
    /// The chat room beside the board of a game. Every member can read and write in this chat room. The chat of two players continues in
    /// their next game.
    static let game = ChatRoomKind(
        "game", at: "/games", title: "Chat", invitation: "No messages yet. A hello is a good opening move.", label: "a game",
        isOpen: "EXISTS (SELECT FROM games WHERE id = $2)", mayWrite: "EXISTS (SELECT FROM games WHERE id = $2 FOR KEY SHARE)",
        sharedChat: SharedChat(
            number: GameRecord.chatRoomNumber,
            rooms: { GameQueries().latestGames(ofPlayersIn: ID($0)).map { $0.map(\.rawValue) } }))
}

extension Topic {
    static func game(_ id: ID<Game>, in club: ID<Club>) -> Topic { Topic(name: "game:\(club):\(id)") }
}

extension ChatRoom {
    static func game(_ id: ID<Game>) -> ChatRoom { ChatRoom(.game, id.rawValue) }
}
