import Hummingbird
import Postgres
import Web

extension ChatRoomKind {
    /// The chat about a video game. Each club has its own chat about a game that all clubs share.
    static let videoGame = ChatRoomKind(
        "video_game", at: "/library/games", title: "Chat", invitation: "No messages yet. Is the game good?", label: "the chat about a game",
        isKept: true, isOpen: "EXISTS (SELECT FROM video_games WHERE id = $2)",
        // The condition for writing is the same as for reading. It does not lock the row of the game, because a club cannot lock a game
        // that all clubs share.
        mayWrite: "EXISTS (SELECT FROM video_games WHERE id = $2)")
}

extension ChatRoom {
    static func videoGame(_ id: ID<VideoGame>) -> ChatRoom { ChatRoom(.videoGame, id.rawValue) }
}

struct VideoGameVisit: Sendable {
    let visit: MemberVisit
    let id: ID<VideoGame>

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("video_game")) }

    private var chatVisit: ChatVisit { ChatVisit(visit, in: .videoGame(id)) }
    var newest: Query<[ChatMessageRecord]> { chatVisit.newest }

    func fragment(draft: Draft = Draft()) -> LiveFragment {
        LiveFragment(visit: visit, parts: [.playerRequests(of: id, visit), chatVisit.part(draft)])
    }

    func chat(_ lines: [ChatMessageRecord], draft: Draft) -> Chat { Chat(lines, in: .videoGame(id), visit: visit, draft: draft) }
}
