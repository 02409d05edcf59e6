import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct DisputeRoutes {
    private let queries = DisputeQueries()
    private let riddles = RiddleQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/riddles/:riddle/disputes", open)
        site.memberGet("/c/:club/riddles/:riddle/disputes/:member") { visit in try await show(visit) }
        site.memberPost("/c/:club/riddles/:riddle/disputes/:member", vote)
    }

    private func open(_ visit: MemberVisit) async throws -> Response {
        let riddleVisit = try RiddleVisit(visit)
        let reason = visit.form.line("reason")
        return try await visit.answer {
            guard !reason.isEmpty else { throw Refusal(.unprocessableContent, "Say in a few words why it should count.") }
            guard reason.unicodeScalars.count <= Riddle.longestReason else {
                throw Refusal(.unprocessableContent, "Your reason can have at most \(Riddle.longestReason) characters.")
            }
            try visit.spend(.riddle)
            let (_, _, _, opened) = try await visit.write(
                riddles.lock(riddleVisit.id), queries.open(riddleVisit.id, reason: reason, by: visit.me),
                queries.callJury(about: riddleVisit.id, by: visit.me), queries.begin(about: riddleVisit.id, by: visit.me))
            guard let opened else { throw Refusal(.conflict, "There is no verdict to dispute.") }
            let notified = try await visit.write(
                RiddleNoticeQueries().notify(opened.sender, of: .riddleDispute, about: riddleVisit.id, by: visit.me))
            riddleVisit.announce(notified + opened.jurors + [visit.me, opened.sender])
            return try await riddleVisit.respond()
        } refused: { refusal in
            try await riddleVisit.respond(refused: refusal)
        }
    }

    private func show(_ visit: MemberVisit, refused refusal: Refusal? = nil) async throws -> Response {
        let (riddle, member): (ID<Riddle>, ID<Member>) = (try visit.identifier("riddle"), try visit.identifier("member"))
        guard let found = try await visit.read(queries.jurorCase(of: member, about: riddle, for: visit.me)) else { throw Problem.notFound }
        let page = DisputePage(found, of: member, about: riddle, problem: refusal?.sentence, visit: visit)
        return try visit.page(page, status: refusal?.status ?? .ok)
    }

    private func vote(_ visit: MemberVisit) async throws -> Response {
        let (riddle, member): (ID<Riddle>, ID<Member>) = (try visit.identifier("riddle"), try visit.identifier("member"))
        return try await visit.answer {
            guard let verdict = RiddleAnswer.Verdict(rawValue: visit.form["verdict"]), verdict != .nearly else {
                throw Refusal(.unprocessableContent, "Say whether it is right or wrong.")
            }
            let (_, voted) = try await visit.write(riddles.lock(riddle), queries.vote(verdict, on: member, about: riddle, by: visit.me))
            guard voted == 1 else { throw Refusal(.conflict, "Your vote is not needed any more.") }
            visit.services.announcer.announce(.riddle(riddle, in: visit.club.id), .inbox(visit.me, in: visit.club.id))
            try await VerdictDeadlines(visit.services, in: visit.club.id).decideDispute(member, about: riddle)
            return visit.redirect(to: "\(Riddle.path(of: riddle, in: visit.club))/disputes/\(member)")
        } refused: { refusal in
            try await show(visit, refused: refusal)
        }
    }
}

struct DisputePage: Page {
    static let template = "riddles/dispute"
    var layout: Layout
    var action: String
    var riddlesPath: String
    var emoji: String
    var solution: String
    var kind: String
    var answer: String
    var reason: String
    var closes: Moment
    /// Sentence that names the vote of the visitor, or says that the dispute is decided. Nil if the visitor can vote.
    var done: String?
    var problem: String?

    init(_ found: JurorCase, of member: ID<Member>, about riddle: ID<Riddle>, problem: String?, visit: MemberVisit) {
        layout = visit.layout
        riddlesPath = visit.club.path + "/riddles"
        action = "\(Riddle.path(of: riddle, in: visit.club))/disputes/\(member)"
        (emoji, solution, kind) = (found.emoji, found.solution, found.kind.label)
        (answer, reason, closes) = (found.answer, found.reason, Moment(found.closesAt))
        let vote = found.vote.flatMap { $0 == "none" ? nil : $0 }
        done = vote.map { "You said that it is \($0). Thank you." } ?? (found.isDecided ? "This dispute is decided. Thank you." : nil)
        self.problem = problem
    }
}
