import Postgres

extension ChatRoomKind {
    static let conversation = ChatRoomKind(
        "conversation", at: "/messages", title: "Messages",
        invitation: "No messages yet. Only the two of you can read this conversation.", label: "a private message", isKept: true,
        isOpen: """
            EXISTS (SELECT FROM conversation_sides WHERE member_id = $3 AND conversation_id = $2 AND other_id <> ALL ($4))
            """,
        mayWrite: """
            EXISTS (SELECT FROM conversation_sides s JOIN members o ON o.club_id = s.club_id AND o.id = s.other_id
                WHERE s.member_id = $3 AND s.conversation_id = $2
                    AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = s.club_id AND a.member_id = $3 AND a.other_id = o.id)
                    AND \(Audience.includes("$3", "o.messages_from", of: "o.id", in: "o.club_id")) FOR KEY SHARE OF s)
            """,
        refusal: "This member does not accept messages from you now.",
        privateChat: PrivateChat(
            lock: { ConversationQueries().lock(ID($0)).map(\.count) },
            count: """
                counted AS (
                    UPDATE conversation_sides s SET last_message_id = greatest(s.last_message_id, message.id),
                        unread = s.unread + CASE WHEN s.member_id = message.member_id THEN 0 ELSE 1 END
                    FROM message WHERE s.club_id = message.club_id AND s.conversation_id = $2
                )
                """,
            folded: "fold($4)"),
        onMessageSent: { try await $1.read(ConversationQueries().members(of: ID($0))) },
        onRemovalChanged: { room, visit in
            let (queries, conversation) = (ConversationQueries(), ID<Conversation>(room))
            return try await visit.write(
                queries.lock(conversation), queries.recalculateUnread(conversation), queries.members(of: conversation)
            ).2
        })
}

extension ChatRoom {
    static func conversation(_ id: ID<Conversation>) -> ChatRoom { ChatRoom(.conversation, id.rawValue) }
}
