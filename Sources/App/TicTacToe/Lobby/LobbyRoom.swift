import Postgres

extension ChatRoomKind {
    static let lobby = ChatRoomKind(
        "lobby", at: "/lobby", hasOneRoom: true, title: "Chat", invitation: "No messages yet. A hello is a good opening move.",
        label: "the lobby", isOpen: "$2::bigint = 0", mayWrite: "$2::bigint = 0")
}

extension ChatRoom {
    static let lobby = ChatRoom(.lobby)
}
