import HTMLTemplates

/// What is said in rooms.
struct ChatFeature: Feature {
    let pages: [any Page.Type] = [ChatLive.self, ChatFrame.self, OlderLinesPage.self, LinePage.self]
    let exports = [Export("lines") { LineDataQueries().lines(of: $0, notIn: RoomKind.all.filter(\.isPrivate), after: $1, limit: $2) }]
    let clearings = [Clearing("lines", .rows(atOnce: 2000) { LineDataQueries().clear(of: $0, limit: $1) })]
    let upkeep = [
        Upkeep("lines", announcing: { [.lobby($0), .room(.lobby, in: $0)] }) {
            LineQueries().forget(olderThan: $0.chatDays, in: RoomKind.all, limit: 500)
        },
        Upkeep("removed lines") { _ in LineQueries().forgetRemoved(limit: 100) },
    ]
}
