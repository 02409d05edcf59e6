import Postgres

extension WaitingKind {
    static let message = WaitingKind(
        "message", "Somebody writes to me", rank: 1,
        rows: "SELECT FROM conversation_sides WHERE member_id = $1 AND unread > 0 AND other_id <> ALL ($2)"
    ) { visit, limit in
        ConversationQueries().unread(of: visit.me, hidden: visit.hidden, limit: limit).map { messages in
            messages.map {
                NoticeRow(
                    $0.other, $0.unread == 1 ? "wrote you a message" : "wrote you \($0.unread) messages", "/messages/\($0.id)", at: $0.at,
                    isNew: true, club: visit.club)
            }
        }
    }
}
