import HTMLTemplates

struct ChatFeature: Feature {
    let pages: [any Page.Type] = [ChatLive.self, ChatFrame.self, OlderMessagesPage.self]
    let exports = [
        Export("messages") {
            ChatMessageDataQueries().messages(of: $0, notIn: ChatRoomKind.all.filter(\.isPrivate), after: $1, limit: $2)
        }
    ]
    let erasureSteps = [ErasureStep(deleting: "messages", by: "id", atOnce: 2000)]
    let scheduledCleanups = [
        ScheduledCleanup("messages", announcing: { [.lobby($0), .room(.lobby, in: $0)] }) {
            ChatMessageQueries().delete(olderThan: $0.chatDays, in: ChatRoomKind.all, limit: 500)
        },
        ScheduledCleanup("removed messages") { _ in ChatMessageQueries().deleteRemoved(limit: 100) },
    ]
}
