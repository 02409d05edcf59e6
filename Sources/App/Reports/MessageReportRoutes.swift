import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// The routes for messages of others, in every kind of chat room: the page of a message, and its reports.
struct MessageReportRoutes {
    private let queries = ReportQueries()

    func add(to site: Site) {
        for kind in ChatRoomKind.all {
            let path = kind.route + "/messages/:message"
            site.memberGet(RouterPath(stringLiteral: path)) { visit in try await show(visit, ChatVisit(visit, in: kind.room(of: visit))) }
            site.memberPost(RouterPath(stringLiteral: path + "/reports")) { visit in
                try await report(visit, ChatVisit(visit, in: kind.room(of: visit)))
            }
        }
    }

    private func show(_ visit: MemberVisit, _ chatVisit: ChatVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let id: ID<ChatMessageRecord> = try visit.identifier("message")
        let (message, canRemove, state) = try await chatVisit.message(id, and: queries.state(of: id, for: visit.me))
        guard message.author.id != visit.me else { return visit.redirect(to: chatVisit.path + "#chat") }
        let path = "\(chatVisit.path)/messages/\(id)"
        let page = ChatMessagePage(
            layout: visit.layout, path: chatVisit.path, message: ChatMessage(message, club: visit.club, me: visit.me),
            report: ReportForm("\(path)/reports", "message", "wrote", by: message.author, state, club: visit.club),
            removal: message.isRemoved ? nil : removal(of: id, in: chatVisit, asHost: canRemove), problem: refusal?.sentence)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    /// The form to remove a message. Nil if the visitor may not remove it.
    private func removal(of id: ID<ChatMessageRecord>, in chatVisit: ChatVisit, asHost isHost: Bool) -> ChatMessageRemoval? {
        let (visit, kind) = (chatVisit.visit, chatVisit.room.kind)
        if isHost { return ChatMessageRemoval(action: "\(chatVisit.path)/messages/\(id)/removal", reason: kind.host?.reason ?? "") }
        guard visit.isAdmin, !kind.isPrivate else { return nil }
        return ChatMessageRemoval(
            action: "\(visit.club.path)/reports/\(id)/removal",
            reason: "As an admin you can remove the message. For \(Club.adminDaysToRestore) days an admin can restore it.")
    }

    private func report(_ visit: MemberVisit, _ chatVisit: ChatVisit) async throws -> Response {
        let id: ID<ChatMessageRecord> = try visit.identifier("message")
        guard let reason = Report.Reason(rawValue: visit.form["reason"]) else {
            return try await show(visit, chatVisit, Refusal(.unprocessableContent, "Choose what is wrong with it."))
        }
        let (message, _, _) = try await chatVisit.message(id, and: queries.state(of: id, for: visit.me))
        guard message.author.id != visit.me else { throw Problem.notFound }
        try visit.spend(.report)
        try await visit.write(queries.report(id, by: visit.me, reason))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: "\(chatVisit.path)/messages/\(id)")
    }
}

struct ChatMessageRemoval: ViewModel {
    var action: String
    var reason: String
}

/// A message of another member, with a form to report it. The page also has a form to remove the message, if the visitor may remove it.
struct ChatMessagePage: Page {
    static let template = "reports/message"
    var layout: Layout
    var path: String
    var message: ChatMessage
    var report: ReportForm
    var removal: ChatMessageRemoval?
    var problem: String?
}
