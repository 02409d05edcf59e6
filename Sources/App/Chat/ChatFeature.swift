import HTMLTemplates

struct ChatFeature: Feature {
    let pages: [any Page.Type] = [ChatLive.self, ChatFrame.self, OlderMessagesPage.self]
    let exports = [
        Export("lines") {
            ChatMessageDataQueries().messages(of: $0, notIn: ChatRoomKind.all.filter(\.isPrivate), after: $1, limit: $2)
        }
    ]
    let erasureSteps = [ErasureStep("lines", .rows(atOnce: 2000) { ChatMessageDataQueries().clear(of: $0, limit: $1) })]
    let scheduledCleanups = [
        ScheduledCleanup("lines", announcing: { [.lobby($0), .room(.lobby, in: $0)] }) {
            ChatMessageQueries().delete(olderThan: $0.chatDays, in: ChatRoomKind.all, limit: 500)
        },
        ScheduledCleanup("removed lines") { _ in ChatMessageQueries().deleteRemoved(limit: 100) },
    ]
}
