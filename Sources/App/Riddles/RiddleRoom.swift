import Postgres

extension ChatRoomKind {
    /// The chat room of a riddle, open to its sender and to members who have finished it.
    static let riddle = ChatRoomKind(
        "riddle", at: "/riddles", title: "Chat", invitation: "No messages yet. Was it too easy?", label: "the chat about a riddle",
        isKept: true, isOpen: "\(mayTalk)", mayWrite: "\(mayTalk)")

    private static let mayTalk: SQL = """
        EXISTS (SELECT FROM riddles r WHERE r.id = $2 AND r.erased_at IS NULL AND (r.sender_id = $3 OR EXISTS (SELECT FROM riddle_plays p
            WHERE p.club_id = r.club_id AND p.member_id = $3 AND p.riddle_id = r.id AND p.finished_at IS NOT NULL)) FOR KEY SHARE OF r)
        """
}

extension ChatRoom {
    static func riddle(_ id: ID<Riddle>) -> ChatRoom { ChatRoom(.riddle, id.rawValue) }
}
