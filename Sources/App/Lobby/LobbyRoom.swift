import Postgres

extension RoomKind {
    static let lobby = RoomKind(
        "lobby", at: "/lobby", title: "Chat", invitation: "Nothing said yet. A hello is a good opening move.", words: "the lobby",
        isOpen: "$2::bigint IS NULL", mayWrite: "$2::bigint IS NULL")
}

extension Room {
    static let lobby = Room(.lobby)
}
