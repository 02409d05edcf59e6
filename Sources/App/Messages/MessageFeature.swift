import HTMLTemplates

extension ClubPart {
    static let messages = ClubPart(
        name: "messages", label: "Messages", path: "/messages", pathComponents: ["messages"], icon: "message",
        purpose: "Private messages between two members.", waiting: .message, countWord: "unread")
}

struct MessageFeature: Feature {
    let part: ClubPart? = .messages
    let cards = [AnyHubCard(MessagesCard.self)]
    let pages: [any Page.Type] = [
        InboxPage.self, InboxLive.self, MessageSearchPage.self, ConversationPage.self, ConversationLive.self,
    ]
    let waiting = [WaitingKind.message]
    let exports = [
        Export(
            "messages",
            .lists(
                { ConversationDataQueries().conversations(of: $0, after: $1, limit: $2) }, heading: "with", items: "messages",
                of: { ConversationDataQueries().messages(in: ID($0), of: $1, after: $2, limit: $3) }))
    ]
    let erasureSteps = [
        ErasureStep("unread messages") { ConversationDataQueries().eraseUnread(of: $0) },
        ErasureStep("last messages") { ConversationDataQueries().eraseLastMessages(of: $0) },
    ]
    let rooms = [ChatRoomKind.conversation]
    let scheduledCleanups = [ScheduledCleanup("folded messages") { _ in ConversationQueries().storeFoldedText(limit: 2000) }]

    func add(to site: Site) {
        MessageRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws {
        guard let conversation = try await demo.write(ConversationQueries().findOrCreate(with: demo.ana, by: demo.ben)) else { return }
        try await demo.say(
            in: .conversation(conversation), (demo.ben, "Did you get home all right?"),
            (demo.ana, "I did. The tram was full of prizes 🧸"), (demo.ben, "Same time next week?"))
        try await demo.write(ConversationQueries().markRead(conversation, upTo: .last, by: demo.ben))
    }
}
