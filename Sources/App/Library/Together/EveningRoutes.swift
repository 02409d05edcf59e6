import Calendar
import FoundationEssentials
import Hummingbird
import NIOCore
import Postgres
import Web

extension Topic {
    /// This topic changes when a member answers, votes, ends the vote, or calls the evening off.
    static func evening(_ id: ID<Evening>, in club: ID<Club>) -> Topic { Topic(name: "evening:\(club):\(id)") }
}

struct EveningRoutes {
    private let queries = EveningQueries()
    private let notices = EveningNoticeQueries()
    private static let pageSize = 30

    func add(to site: Site) {
        site.memberGet("/c/:club/library/evenings", list)
        site.memberGet("/c/:club/library/evenings/new") { visit in try await plan(visit) }
        site.memberPost("/c/:club/library/evenings", on: "/library/evenings/new", add)
        site.memberGet("/c/:club/library/evenings/:evening") { visit in try await show(visit) }
        site.memberLive(
            "/c/:club/library/evenings/:evening/live", parts: { _, club, id in ID(id).map { [.init([.evening($0, in: club)])] } }
        ) { visit in
            try fragment(visit)
        }
        site.memberGet("/c/:club/library/evenings/:evening/evening.ics", file)
        site.memberPost("/c/:club/library/evenings/:evening/votes", vote)
        site.memberPost("/c/:club/library/evenings/:evening/answer", answer)
        site.memberPost("/c/:club/library/evenings/:evening/end", end)
        site.memberPost("/c/:club/library/evenings/:evening/removal", cancel)
    }

    private func list(_ visit: MemberVisit) async throws -> Response {
        let cursor: Cursor<Evening> = try visit.cursor()
        let found = try await visit.read(queries.evenings(of: visit.me, hidden: visit.hidden, at: cursor, limit: Self.pageSize + 1))
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: visit.club.path + "/library/evenings") }
        return try visit.page(EveningsPage(slice, visit: visit))
    }

    // MARK: Planning

    /// - Parameters:
    ///   - form: the refused form, which is shown again. If `form` is nil, a new form is shown.
    ///   - problem: an error message that belongs to no field.
    private func plan(_ visit: MemberVisit, _ form: EveningForm? = nil, problem: String? = nil) async throws -> Response {
        let asked = TogetherForm(visit)
        let (handles, together) = (form?.handles ?? asked.handles, TogetherQueries())
        let chosen = form?.games ?? visit.query("game").flatMap { ID<VideoGame>($0) }.map { [$0] } ?? []
        let (people, shared, named, today, evening) = try await visit.read(
            together.people(called: handles, hidden: visit.hidden),
            together.games(for: visit.me, with: handles, hidden: visit.hidden, on: asked.platform, isPicking: false),
            together.games(Array(chosen.prefix(EveningForm.gameLimit))), DayQueries().today(in: visit.zone),
            queries.nextEvening(in: visit.zone))
        var planned = form ?? EveningForm(with: handles, games: chosen.isEmpty ? shared.prefix(3).map(\.id) : chosen, on: evening)
        if let problem = asked.problem, form == nil { planned.problems["with"] = problem }
        if let missing = TogetherForm.problem(handles, finding: people), planned.problems["with"] != TogetherForm.tooMany {
            planned.problems["with"] = missing
        }
        var page = PlanPage(planned, people, named + shared, today: today, visit: visit)
        page.problem = problem
        return try visit.page(page, status: planned.isValid ? HTTPResponse.Status.ok : .unprocessableContent)
    }

    private func add(_ visit: MemberVisit) async throws -> Response {
        let form = EveningForm(visit.form, by: visit.session.username)
        guard form.isValid else { return try await plan(visit, form) }
        return try await visit.answer {
            try visit.spend(.evening)
            let (_, same, planned, _, _) = try await visit.write(
                queries.lock(visit.me), queries.same(as: form, in: visit.zone, by: visit.me),
                queries.add(form, in: visit.zone, by: visit.me),
                queries.invite(form, by: visit.me), queries.propose(form, by: visit.me))
            guard let id = planned.id ?? same else {
                var refused = form
                refused.problems = planned.problems
                return try await plan(visit, refused)
            }
            if planned.id != nil {
                let notified = try await visit.write(notices.notifyGuests(of: .evening, about: id))
                visit.services.announcer.announce(notified.map { .inbox($0, in: visit.club.id) })
            }
            return visit.redirect(to: Evening.path(of: id, in: visit.club))
        } refused: { refusal in
            try await plan(visit, form, problem: refusal.sentence)
        }
    }

    // MARK: One evening

    private func show(_ visit: MemberVisit, problem: Refusal? = nil) async throws -> Response {
        let fragmentTag = try fragment(visit).fragmentTag
        let (evening, state) = try await read(visit)
        let seen = try await visit.seen(evening.id.rawValue, NoticeKind.ofEvenings)
        var page = EveningPage(evening, state, problem: problem?.sentence, visit: seen)
        page.fragmentTag = fragmentTag
        return try seen.page(page, status: problem?.status ?? .ok)
    }

    /// Reads an evening and its state. Throws `Problem.notFound` if the visitor is neither host nor guest.
    private func read(_ visit: MemberVisit) async throws -> (Evening, EveningState) {
        let id: ID<Evening> = try visit.identifier("evening")
        let (evening, games, guests) = try await visit.read(
            queries.evening(id, to: visit.me, hidden: visit.hidden), queries.games(of: id), queries.guests(of: id, hidden: visit.hidden))
        guard let evening else { throw Problem.notFound }
        return (evening, EveningState(evening, games, guests, visit: visit))
    }

    private func fragment(_ visit: MemberVisit) throws -> LiveFragment {
        let part = LiveFragment.Part(topics: [.evening(try visit.identifier("evening"), in: visit.club.id)]) { _ in
            try visit.services.templates.render(EveningLive(layout: visit.layout, state: try await read(visit).1))
        }
        return LiveFragment(visit: visit, parts: [part])
    }

    /// Sends the evening as an iCalendar file. Its title names the game once a game is chosen.
    private func file(_ visit: MemberVisit) async throws -> Response {
        let (evening, state) = try await read(visit)
        guard !evening.isCalledOff else { throw Problem.notFound }
        let event = ICalendar.Event(
            id: "evening-\(evening.id)-\(visit.club.slug)@boardwalk", summary: state.summary,
            startsAt: UTCTime(secondsSince1970: Int(evening.startsAt.timeIntervalSince1970)), minutes: 180,
            url: visit.visit.baseURL + Evening.path(of: evening.id, in: visit.club))
        let text = ICalendar([event], madeAt: UTCTime(secondsSince1970: Int(Date().timeIntervalSince1970))).text
        return .file("evening.ics", type: "text/calendar; charset=utf-8") { writer in try await writer.write(ByteBuffer(string: text)) }
    }

    // MARK: Votes, answers, and actions of the host

    private func vote(_ visit: MemberVisit) async throws -> Response {
        let games = visit.form.values("game").compactMap { ID<VideoGame>($0) }
        return try await change(visit, otherwise: Refusal(.conflict, "The vote has ended. You see the result below.")) { id in
            (try await visit.write(queries.vote(for: Array(games.prefix(EveningForm.gameLimit)), on: id, by: visit.me)) > 0, [])
        }
    }

    private func answer(_ visit: MemberVisit) async throws -> Response {
        guard let answer = Evening.Answer(rawValue: visit.form["comes"]) else { throw Problem.malformed("Choose whether you will come.") }
        return try await change(visit, otherwise: Refusal(.conflict, "This evening is over or cancelled.")) { id in
            guard try await visit.write(queries.answer(answer, to: id, by: visit.me)) > 0 else { return (false, []) }
            return (true, try await visit.write(notices.notifyHost(of: id, by: visit.me)))
        }
    }

    private func end(_ visit: MemberVisit) async throws -> Response {
        try await change(visit, otherwise: Refusal(.conflict, "The vote has already ended, or only the host can end it.")) { id in
            let (_, isCounted) = try await visit.write(queries.lock(id), queries.countVotes(on: id, endedBy: visit.me))
            guard isCounted else { return (false, []) }
            return (true, try await visit.write(notices.notifyGuests(of: .eveningChosen, about: id, includingHost: false)))
        }
    }

    private func cancel(_ visit: MemberVisit) async throws -> Response {
        try await change(visit, otherwise: Refusal(.conflict, "The evening is already cancelled, or only the host can cancel it.")) { id in
            guard try await visit.write(queries.cancel(id, by: visit.me)) > 0 else { return (false, []) }
            return (true, try await visit.write(notices.notifyGuests(of: .eveningOff, about: id)))
        }
    }

    /// Runs an action on an evening, and redirects to the evening's page.
    /// - Parameters:
    ///   - refusal: thrown if the action has changed nothing.
    ///   - action: returns whether it has changed anything, and the members who were notified.
    private func change(
        _ visit: MemberVisit, otherwise refusal: Refusal, _ action: (ID<Evening>) async throws -> (Bool, [ID<Member>])
    ) async throws -> Response {
        let id: ID<Evening> = try visit.identifier("evening")
        return try await visit.answer {
            try visit.spend(.library)
            guard try await visit.read(queries.evening(id, to: visit.me, hidden: visit.hidden)) != nil else { throw Problem.notFound }
            let (hasChanged, notified) = try await action(id)
            guard hasChanged else { throw refusal }
            visit.services.announcer.announce([.evening(id, in: visit.club.id)] + notified.map { .inbox($0, in: visit.club.id) })
            return visit.redirect(to: Evening.path(of: id, in: visit.club))
        } refused: { refusal in
            try await show(visit, problem: refusal)
        }
    }
}

extension ScheduledCleanup {
    /// Counts the votes of evenings whose vote has ended, and notifies the guests.
    static let evenings = ScheduledCleanup("evening-votes") { _ in
        EveningQueries().uncounted(limit: 100)
    } each: { id, club, services in
        let (queries, notices) = (EveningQueries(), EveningNoticeQueries())
        let (_, isCounted) = try await services.database.write(
            tenant: club.id.rawValue, queries.lock(id), queries.countVotes(on: id, endedBy: nil))
        guard isCounted else { return false }
        let notified = try await services.database.write(
            tenant: club.id.rawValue, notices.notifyGuests(of: .eveningChosen, about: id, includingHost: true))
        services.announcer.announce([.evening(id, in: club.id)] + notified.map { .inbox($0, in: club.id) })
        return true
    }
}

extension RateLimiter.Limit {
    static let evening = RateLimiter.Limit(name: "evening", burst: 10, secondsPerToken: 600)
}
