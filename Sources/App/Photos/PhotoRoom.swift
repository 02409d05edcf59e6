import Postgres

extension ChatRoomKind {
    /// The comments on a photo. The owner of the photo may remove them.
    static let photo = ChatRoomKind(
        "photo", at: "/photos", title: "Talk", invitation: "Nothing said yet. What do you see?", words: "the talk under a photo",
        isKept: true,
        isOpen: """
            EXISTS (SELECT FROM photos p WHERE p.id = $2 AND p.member_id <> ALL ($4)
                AND (p.member_id = $3 AND p.audience NOT IN ('conversation', 'removed') OR \(Photo.isShared("p", with: "$3"))))
            """,
        mayWrite: """
            EXISTS (SELECT FROM photos p WHERE p.id = $2
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = p.club_id AND a.member_id = $3 AND a.other_id = p.member_id)
                AND (p.member_id = $3 AND p.audience NOT IN ('conversation', 'removed') OR \(Photo.isShared("p", with: "$3"))) FOR KEY SHARE OF p)
            """,
        host: Host(
            member: "(SELECT p.member_id FROM photos p WHERE p.id = $2)",
            reason: "It is your photo: you decide what is said under it. It cannot be brought back."),
        onMessageSent: { try await $1.write(PhotoNoticeQueries().notifyOfComment(on: ID($0), by: $1.me)) },
        onRemovalChanged: { try await $1.read(PhotoNoticeQueries().unread(of: ID($0))) })
}

extension ChatRoom {
    static func photo(_ id: ID<Photo>) -> ChatRoom { ChatRoom(.photo, id.rawValue) }
}
