import Postgres

extension ChatRoomKind {
    /// The comments on a photo. The owner of the photo may remove them.
    static let photo = ChatRoomKind(
        "photo", at: "/photos", title: "Comments", invitation: "No comments yet. What do you see?", label: "the comments on a photo",
        isKept: true,
        isOpen: """
            EXISTS (SELECT FROM photos p WHERE p.id = $2 AND p.member_id <> ALL ($4)
                AND \(PhotoAccess.showsComments("p", to: "$3")))
            """,
        mayWrite: """
            EXISTS (SELECT FROM photos p WHERE p.id = $2
                AND \(PhotoAccess.isNotBlocked("p", for: "$3")) AND \(PhotoAccess.showsComments("p", to: "$3")) FOR KEY SHARE OF p)
            """,
        host: Host(
            member: "(SELECT p.member_id FROM photos p WHERE p.id = $2)",
            reason: "It is your photo, so you can remove comments on it. You cannot undo this."),
        onMessageSent: { try await $1.write(PhotoNoticeQueries().notifyOfComment(on: ID($0), by: $1.me)) },
        onRemovalChanged: { try await $1.read(PhotoNoticeQueries().unread(of: ID($0))) })
}

extension ChatRoom {
    static func photo(_ id: ID<Photo>) -> ChatRoom { ChatRoom(.photo, id.rawValue) }
}
