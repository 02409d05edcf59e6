import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct RiddleContents: Sendable {
    var riddle: RiddleRecord
    var answers: [RiddleAnswer]
    var disputes: [RiddleDispute]
    var receivers: [RiddleReceiver]
    var messages: [ChatMessageRecord]
    var invitation: String?

    /// Whether the chat is shown. Members who have finished the riddle see the chat. The sender sees it as soon as a member has finished
    /// the riddle, or a message exists.
    func hasChat(for me: ID<Member>) -> Bool {
        guard riddle.solution != nil else { return false }
        return riddle.sender?.id != me || riddle.solved + riddle.failed > 0 || !messages.isEmpty
    }
}

struct RiddleVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Riddle>
    private let queries = RiddleQueries()
    private static let (shownReceivers, shownAnswers) = (100, 400)

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("riddle")) }

    private var chatVisit: ChatVisit { ChatVisit(visit, in: .riddle(id)) }

    func fragment(text: String = "", problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let standing = LiveFragment.Part(topics: [.riddle(id, in: visit.club.id)]) { _ in
            let view = view(of: try await contents(), text: text, problem: problem)
            return try visit.services.templates.render(RiddleLive(layout: visit.layout, riddle: view))
        }
        return LiveFragment(visit: visit, parts: [standing, chatVisit.part(draft)])
    }

    /// Reads everything that the page of the riddle shows. Throws `Problem.notFound` if the visitor may not see the riddle.
    private func contents() async throws -> RiddleContents {
        let (riddle, answers, disputes, receivers, messages, invitation) = try await visit.read(
            queries.riddle(id, to: visit.me, hidden: visit.hidden), queries.answers(to: id, for: visit.me, limit: Self.shownAnswers),
            queries.disputes(about: id, for: visit.me, limit: Self.shownReceivers),
            queries.receivers(of: id, by: visit.me, hidden: visit.hidden, limit: Self.shownReceivers), chatVisit.newest,
            Clubs.invitation())
        guard let riddle else { throw Problem.notFound }
        return RiddleContents(
            riddle: riddle, answers: answers, disputes: disputes, receivers: receivers, messages: messages, invitation: invitation)
    }

    private func view(of contents: RiddleContents, text: String, problem: String?) -> RiddleView {
        var link: String?
        if let code = contents.riddle.code, let invitation = contents.invitation, !contents.riddle.isDeleted {
            link = visit.visit.baseURL + LinkedRiddlePage.path(invitation: invitation, code: code)
        }
        return RiddleView(contents, text: text, problem: problem, link: link, visit: visit)
    }

    func show(text: String = "", refused refusal: Refusal? = nil, draft: Draft = Draft()) async throws -> Response {
        let tag = fragment().fragmentTag
        let contents = try await contents()
        let visit = try await visit.seen(id.rawValue, NoticeKind.ofRiddles)
        let view = view(of: contents, text: text, problem: refusal?.sentence)
        let chat = contents.hasChat(for: visit.me) ? Chat(contents.messages, in: .riddle(id), visit: visit, draft: draft) : nil
        return try visit.page(RiddlePage(view, chat: chat, fragmentTag: tag, visit: visit), status: refusal?.status ?? .ok)
    }

    /// Responds to an action. JavaScript gets the live part of the page. A browser without JavaScript gets a redirect to the page, or the
    /// page with the refusal.
    func respond(text: String = "", refused refusal: Refusal? = nil) async throws -> Response {
        if visit.wantsRepresentation {
            return try await fragment(text: text, problem: refusal?.sentence).representation(status: refusal?.status ?? .ok)
        }
        guard refusal == nil else { return try await show(text: text, refused: refusal) }
        return visit.redirect(to: Riddle.path(of: id, in: visit.club))
    }

    /// Makes pages update that show the riddle, or the tasks and notices of `members`.
    func announce(_ members: [ID<Member>?]) {
        visit.services.announcer.announce(
            [.riddle(id, in: visit.club.id)] + members.compactMap(\.self).map { .inbox($0, in: visit.club.id) })
    }
}

struct RiddlePage: Page {
    static let template = "riddles/riddle"
    var layout: Layout
    var riddle: RiddleView
    var riddlesPath: String
    var how: String
    var live: String
    var fragmentTag: String
    /// The chat about the riddle. Nil if the reader may not see the chat.
    var chat: Chat?

    init(_ riddle: RiddleView, chat: Chat?, fragmentTag: String, visit: MemberVisit) {
        layout = visit.layout
        (self.riddle, self.chat, self.fragmentTag) = (riddle, chat, fragmentTag)
        riddlesPath = visit.club.path + "/riddles"
        how = riddlesPath + "/how"
        live = riddle.path + "/live"
    }
}

struct RiddleLive: Page {
    static let template = "riddles/live"
    var layout: Layout
    var riddle: RiddleView
}
