import HTMLTemplates
import Postgres

struct MessagesCard: HubCard {
    static let template = "messages/card"
    var layout: Layout
    var path: String
    var conversations: [InboxRow]

    static func query(for visit: ClubVisit) -> Query<[InboxRecord]>? {
        visit.membership.map { ConversationQueries().inbox(of: $0.member, hidden: $0.hidden, at: Cursor(), limit: 3) }
    }

    init?(_ found: [InboxRecord], for visit: ClubVisit) {
        guard !found.isEmpty else { return nil }
        layout = visit.layout
        path = visit.club.path + "/messages"
        conversations = found.map { InboxRow($0, club: visit.club) }
    }
}
