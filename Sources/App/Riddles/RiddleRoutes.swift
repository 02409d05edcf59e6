import Calendar
import Hummingbird
import Postgres
import Web

struct RiddleRoutes {
    private let queries = RiddleQueries()
    private let lists = RiddleListQueries()
    private static let pageSize = 30
    private static let suggestionLimit = 24

    func add(to site: Site) {
        site.memberGet("/c/:club/riddles") { visit in try await showList(visit) }
        site.memberLive("/c/:club/riddles/live", parts: { me, club, _ in [.init(BellCounter.topics(of: me, in: club))] }) { visit in
            waitingFragment(visit)
        }
        site.memberGet("/c/:club/riddles/how") { visit in
            let riddles = visit.club.path + "/riddles"
            return try visit.page(RiddleRulesPage(layout: visit.layout, riddles: riddles, new: riddles + "/new"))
        }
        site.memberGet("/c/:club/riddles/new", showForm)
        site.memberPost("/c/:club/riddles", on: "/riddles/new", create)
        site.memberGet("/c/:club/riddles/today") { visit in
            let today = CalendarDate.todayInUTC
            return try await redirectToJimsRiddle(JimsRiddles.ofTheDay(today), of: today, visit)
        }
        site.memberGet("/c/:club/riddles/welcome") { visit in try await redirectToJimsRiddle(JimsRiddles.welcome, of: nil, visit) }
        site.memberGet("/c/:club/riddles/:riddle") { visit in try await RiddleVisit(visit).show() }
        site.memberLive(
            "/c/:club/riddles/:riddle/live",
            parts: { _, club, riddle in ID(riddle).map { [.init([.riddle($0, in: club)]), .talk(in: .riddle($0), of: club)] } }
        ) { visit in
            try RiddleVisit(visit).fragment()
        }
        site.memberPost("/c/:club/riddles/:riddle/removal", remove)
        ChatRoutes(kind: .riddle, page: respondWithPage).add(to: site)
    }

    // MARK: Lists

    private func showList(_ visit: MemberVisit) async throws -> Response {
        guard let list = RiddlesPage.List(rawValue: visit.query("list") ?? "waiting") else { throw Problem.notFound }
        let (cursor, limit): (Cursor<Riddle>, Int) = (try visit.cursor(), Self.pageSize + 1)
        let (me, hidden, today) = (visit.me, visit.hidden, CalendarDate.todayInUTC)
        let tag = waitingFragment(visit).fragmentTag
        let summary = lists.summary(of: me, hidden: hidden, day: today)
        let found: ([ListedRiddle], RiddleSummary)
        switch list {
        case .waiting:
            let (waiting, summary) = try await visit.read(lists.waiting(for: me, hidden: hidden, limit: 100), summary)
            return try visit.page(RiddlesPage(waiting: waiting, summary, day: today, fragmentTag: tag, visit: visit))
        case .received: found = try await visit.read(lists.received(by: me, hidden: hidden, at: cursor, limit: limit), summary)
        case .sent: found = try await visit.read(lists.sent(by: me, hidden: hidden, at: cursor, limit: limit), summary)
        case .all: found = try await visit.read(lists.forClub(to: me, hidden: hidden, at: cursor, limit: limit), summary)
        case .done: found = try await visit.read(lists.finished(by: me, hidden: hidden, at: cursor, limit: limit), summary)
        }
        let slice = Slice(found.0, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: RiddlesPage.path(of: list, in: visit.club)) }
        return try visit.page(RiddlesPage(list, slice, found.1, day: today, visit: visit))
    }

    private func waitingFragment(_ visit: MemberVisit) -> LiveFragment {
        LiveFragment(
            visit: visit,
            parts: [
                LiveFragment.Part(topics: BellCounter.topics(of: visit.me, in: visit.club.id)) { _ in
                    let (waiting, summary) = try await visit.read(
                        lists.waiting(for: visit.me, hidden: visit.hidden, limit: 100),
                        lists.summary(of: visit.me, hidden: visit.hidden, day: CalendarDate.todayInUTC))
                    return try visit.services.templates.render(
                        WaitingRiddlesLive(layout: visit.layout, waiting: WaitingRiddles(waiting, summary, club: visit.club)))
                }
            ])
    }

    /// The row of EmoJim's riddle is created when the first member of the club asks for it.
    private func redirectToJimsRiddle(_ riddle: JimsRiddle, of day: CalendarDate?, _ visit: MemberVisit) async throws -> Response {
        let id = day.map { queries.daily($0) } ?? queries.welcome()
        let (_, found) = try await visit.write(queries.createIfMissing(riddle, of: day), id)
        guard let found else { throw Problem.notFound }
        return visit.redirect(to: Riddle.path(of: found, in: visit.club))
    }

    // MARK: Creating

    private func showForm(_ visit: MemberVisit) async throws -> Response {
        var form = RiddleForm()
        if let handle = visit.query("to"), handle != visit.session.username { form.chosen = [try await visit.member(handle)] }
        if let origin = visit.query("from").flatMap({ ID<Riddle>($0) }) {
            guard let riddle = try await visit.read(queries.riddle(origin, to: visit.me, hidden: visit.hidden)),
                let solution = riddle.solution
            else { throw Problem.notFound }
            (form.emoji, form.solution, form.kind, form.hints) = (riddle.emoji, solution, riddle.kind, riddle.hints)
            form.hints += [String](repeating: "", count: Riddle.maxHints - form.hints.count)
            (form.origin, form.showsWords) = (origin, riddle.words != nil)
        }
        return try await page(form, visit)
    }

    private func page(
        _ form: RiddleForm, problem: String? = nil, status: HTTPResponse.Status = .ok, _ visit: MemberVisit
    ) async throws -> Response {
        var (suggested, chosen) = try await visit.read(
            queries.suggestions(for: visit.me, limit: Self.suggestionLimit), queries.receivers(form.chosen, of: visit.me))
        chosen.removeAll { person in suggested.contains { $0.id == person.id } }
        return try visit.page(RiddleFormPage(form, people: chosen + suggested, problem: problem, visit: visit), status: status)
    }

    private func create(_ visit: MemberVisit) async throws -> Response {
        var form = RiddleForm(visit.form)
        return try await visit.answer {
            guard form.isValid else { return try await page(form, status: .unprocessableContent, visit) }
            if let origin = form.origin, try await visit.read(queries.riddle(origin, to: visit.me, hidden: visit.hidden))?.solution == nil {
                form.origin = nil
                let problem = "The riddle that you want to forward no longer exists. You can send this one as your own."
                return try await page(form, problem: problem, status: .unprocessableContent, visit)
            }
            let receivers = try await receivers(of: &form, visit)
            guard form.isValid else { return try await page(form, status: .unprocessableContent, visit) }
            try visit.spend(.riddle)
            let code = form.audience == .link ? RandomText.make(bytes: 16) : nil
            let (made, _) = try await visit.database.write(
                tenant: visit.club.id.rawValue, retryingConflicts: true,
                queries.create(form.riddle, for: receivers, code: code, origin: form.origin, by: visit.me),
                RiddleBadges.riddles.award(to: [visit.me]))
            guard let made else {
                throw Refusal(.conflict, "One of these members can no longer receive riddles from you. Nothing was sent.")
            }
            let topics = receivers.map { Topic.inbox($0, in: visit.club.id) }
            visit.services.announcer.announce(topics + [.inbox(visit.me, in: visit.club.id)])
            return visit.redirect(to: Riddle.path(of: made, in: visit.club))
        } refused: { [form] refusal in
            try await page(form, problem: refusal.sentence, status: refusal.status, visit)
        }
    }

    /// The receivers that the form names, each once. If one of them is not possible, an error message is stored in the form.
    private func receivers(of form: inout RiddleForm, _ visit: MemberVisit) async throws -> [ID<Member>] {
        guard form.audience == .members else { return [] }
        if form.names.handles.contains(visit.session.username) || form.chosen.contains(visit.me) {
            form.receiverProblem = "You know the solution already. Choose somebody else."
            return []
        }
        let (chosen, named) = try await visit.read(
            queries.receivers(form.chosen, of: visit.me), queries.receivers(named: form.names.handles, of: visit.me))
        let unknown = form.names.handles.filter { handle in !named.contains { $0.handle == handle } }
        if !unknown.isEmpty {
            form.receiverProblem = "No member has the username \(unknown.joined(separator: ", ")), or you cannot send them riddles."
        } else if chosen.count < Set(form.chosen).count {
            form.receiverProblem = "You cannot send riddles to one of the members that you chose."
        }
        return Set((chosen + named).map(\.id)).sorted { $0.rawValue < $1.rawValue }
    }

    // MARK: Removing

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Riddle> = try visit.identifier("riddle")
        let (_, ended, removed, _) = try await visit.database.write(
            tenant: visit.club.id.rawValue, retryingConflicts: true, queries.lock(id), queries.withdraw(id, by: visit.me),
            queries.removeFromList(id, by: visit.me), queries.eraseIfUnlisted(id))
        if ended.isEmpty, removed == 0 {
            // Throws if there is no such riddle.
            return try await RiddleVisit(visit).show(
                refused: Refusal(.conflict, "Finish this riddle or give up first. Then you can remove it from your lists."))
        }
        visit.services.announcer.announce([.riddle(id, in: visit.club.id)] + (ended + [visit.me]).map { .inbox($0, in: visit.club.id) })
        return visit.redirect(to: visit.club.path + "/riddles")
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        let riddleVisit = try RiddleVisit(visit)
        guard visit.wantsRepresentation else { return try await riddleVisit.show(draft: draft) }
        return try await riddleVisit.fragment(draft: draft).representation()
    }
}

extension RateLimiter.Limit {
    static let riddle = RateLimiter.Limit(name: "riddle", burst: 20, secondsPerToken: 30)
    static let riddleAnswer = RateLimiter.Limit(name: "riddle answer", burst: 30, secondsPerToken: 2)
}
