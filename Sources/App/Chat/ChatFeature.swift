import HTMLTemplates

/// What is said in rooms.
struct ChatFeature: Feature {
    let pages: [any Page.Type] = [ChatLive.self, ChatFrame.self, OlderLinesPage.self, LinePage.self]
    let exports = [Export("lines") { LineDataQueries().lines(of: $0, after: $1, limit: $2) }]
    let clearings = [Clearing("lines", .rows(atOnce: 2000) { LineDataQueries().clear(of: $0, limit: $1) })]
    let upkeep = [
        Upkeep("lines", announcing: { [.lobby($0), .room(.lobby, in: $0)] }) { LineQueries().forget(olderThan: $0.chatDays, limit: 500) },
        Upkeep("folded messages") { _ in LineQueries().fold(limit: 2000) },
    ]
}
