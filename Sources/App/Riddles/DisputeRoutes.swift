import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// Disputes, and the votes of those who are asked.
struct DisputeRoutes {
    private let queries = DisputeQueries()
    private let riddles = RiddleQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/riddles/:riddle/disputes", open)
        site.memberGet("/c/:club/riddles/:riddle/disputes/:member") { visit in try await show(visit) }
        site.memberPost("/c/:club/riddles/:riddle/disputes/:member", vote)
    }

    private func open(_ visit: MemberVisit) async throws -> Response {
        let table = try RiddleTable(visit)
        let reason = visit.form.line("reason")
        return try await visit.answer {
            guard !reason.isEmpty else { throw Refusal(.unprocessableContent, "Say in a few words why it should count.") }
            guard reason.unicodeScalars.count <= Riddle.longestReason else {
                throw Refusal(.unprocessableContent, "\(Riddle.longestReason) characters fit. Shorten it a little.")
            }
            try visit.spend(.riddle)
            let (_, opened) = try await visit.write(riddles.lock(table.id), queries.open(table.id, reason: reason, by: visit.me))
            guard let opened else { throw Refusal(.conflict, "There is no verdict to dispute.") }
            let told = try await visit.write(
                RiddleNoticeQueries().tell(opened.sender, of: .riddleDispute, about: table.id, by: visit.me))
            table.announce(told + opened.jurors + [visit.me, opened.sender])
            return try await table.answer()
        } refused: { refusal in
            try await table.answer(refused: refusal)
        }
    }

    private func show(_ visit: MemberVisit, refused refusal: Refusal? = nil) async throws -> Response {
        let (riddle, member): (ID<Riddle>, ID<Member>) = (try visit.identifier("riddle"), try visit.identifier("member"))
        guard let found = try await visit.read(queries.case(of: member, about: riddle, for: visit.me)) else { throw Problem.notFound }
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
            try await RiddleEnding(visit.services, in: visit.club.id).settle(member, about: riddle)
            return visit.redirect(to: "\(Riddle.path(of: riddle, in: visit.club))/disputes/\(member)")
        } refused: { refusal in
            try await show(visit, refused: refusal)
        }
    }
}

/// What a juror decides about.
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
    /// What the visitor has voted, or that it is over; nil: they may vote.
    var done: String?
    var problem: String?

    init(_ found: JurorCase, of member: ID<Member>, about riddle: ID<Riddle>, problem: String?, visit: MemberVisit) {
        layout = visit.layout
        riddlesPath = visit.club.path + "/riddles"
        action = "\(Riddle.path(of: riddle, in: visit.club))/disputes/\(member)"
        (emoji, solution, kind) = (found.emoji, found.solution, found.kind.words)
        (answer, reason, closes) = (found.answer, found.reason, Moment(found.closesAt))
        let vote = found.vote.flatMap { $0 == "none" ? nil : $0 }
        done = vote.map { "You said that it is \($0). Thank you." } ?? (found.isSettled ? "This is settled. Thank you all the same." : nil)
        self.problem = problem
    }
}
