import Postgres

extension RoomKind {
    static let lobby = RoomKind(
        "lobby", at: "/lobby", title: "Chat", invitation: "Nothing said yet. A hello is a good opening move.", words: "the lobby",
        isOpen: "$2::bigint = 0", mayWrite: "$2::bigint = 0")
}

extension Room {
    static let lobby = Room(.lobby)
}
