import HTMLTemplates
import Hummingbird
import Postgres
import Web

extension ChatRoomKind {
    static let ride = ChatRoomKind(
        "ride", at: "/rides", title: "Chat", invitation: "No messages yet. Which seat is the best?", label: "the chat about a ride",
        isKept: true, isOpen: "EXISTS (SELECT FROM rides WHERE id = $2)",
        mayWrite: "EXISTS (SELECT FROM rides WHERE id = $2 FOR KEY SHARE)")
}

extension ChatRoom {
    static func ride(_ id: ID<Ride>) -> ChatRoom { ChatRoom(.ride, id.rawValue) }
}

extension Topic {
    /// A topic that changes when a waiting time of the ride is reported.
    static func ride(_ id: ID<Ride>, in club: ID<Club>) -> Topic { Topic(name: "ride:\(club):\(id)") }
}

struct RideVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Ride>
    private static let maxWaits = 1000

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("ride")) }

    private var chatVisit: ChatVisit { ChatVisit(visit, in: .ride(id)) }
    var newest: Query<[ChatMessageRecord]> { chatVisit.newest }

    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let wait = LiveFragment.Part(topics: [.ride(id, in: visit.club.id)]) { _ in
            let (entry, reports) = try await visit.read(
                RideQueries().ride(id, to: visit.me), WaitQueries().reports(on: id, limit: Self.maxWaits))
            guard entry != nil else { throw Problem.notFound }
            return try visit.services.templates.render(RideLive(layout: visit.layout, wait: RideWait(id, reports)))
        }
        return LiveFragment(visit: visit, parts: [wait, chatVisit.part(draft)])
    }

    func chat(_ lines: [ChatMessageRecord], draft: Draft) -> Chat { Chat(lines, in: .ride(id), visit: visit, draft: draft) }
}

struct RideLive: Page {
    static let template = "rides/live"
    var layout: Layout
    var wait: RideWait
}
