import FoundationEssentials
import Hummingbird
import Postgres
import Web

/// Who else sees how one practises: in the club, and by links for a therapist or for family.
struct SharingRoutes {
    private let queries = PracticeSharingQueries()
    private let practice = PracticeQueries()
    private static let labelLimit = 50

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/sharing") { visit in try await show(visit) }
        site.memberPost("/c/:club/practice/sharing", share)
        site.memberPost("/c/:club/practice/links", on: "/practice/sharing", make)
        site.memberPost("/c/:club/practice/links/:practice_link/removal", on: "/practice/sharing", end)
        site.get("/practised/:practice_token", follow)
    }

    private func show(
        _ visit: MemberVisit, made: SessionToken? = nil, form: LinkForm = LinkForm(), status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (audience, settings, links) = try await visit.read(
            queries.audience(of: visit.me), practice.settings(of: visit.me), queries.links(of: visit.me))
        let link = made.map { visit.visit.baseURL + PracticeLink.path($0) }
        let page = SharingPage(audience, settings ?? PracticeSettings(), links, made: link, form: form, visit: visit)
        return try visit.page(page, status: status)
    }

    /// Trophies are counted, or not, as the database sees to it; the leaderboard is for whoever shows it to the club.
    private func share(_ visit: MemberVisit) async throws -> Response {
        guard let audience = Audience(rawValue: visit.form["audience"]) else { throw Problem.malformed("Say who may see it.") }
        try visit.spend(.practice)
        let isRanked = visit.form["is_ranked"] == "1" && audience == .club
        let (_, _) = try await visit.write(queries.show(to: audience, of: visit.me), queries.rank(isRanked, visit.me))
        return visit.redirect(to: visit.club.path + "/practice/sharing")
    }

    /// The address is shown this once, as only its hash is kept.
    private func make(_ visit: MemberVisit) async throws -> Response {
        var form = LinkForm()
        form.label = visit.form.line("label")
        form.parts = visit.form.values("part").compactMap(PracticeLink.Part.init)
        try visit.spend(.practice)
        let length = form.label.unicodeScalars.count
        if length == 0 { form.labelProblem = "Say for whom it is. You alone see that." }
        if length > Self.labelLimit { form.labelProblem = "That is \(length) characters; \(Self.labelLimit) fit." }
        if form.parts.isEmpty { form.partsProblem = "Choose what is in it." }
        if form.isValid {
            let token = SessionToken()
            if try await visit.writeInTurn(queries.make(token, form.label, form.parts, by: visit.me)) != nil {
                return try await show(visit, made: token)
            }
            form.labelProblem = "\(PracticeSharingQueries.most) links are open. End one first."
        }
        return try await show(visit, form: form, status: .unprocessableContent)
    }

    private func end(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        guard try await visit.write(queries.end(visit.identifier("practice_link"), by: visit.me)) == 1 else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/practice/sharing")
    }

    // MARK: For whoever has a link

    private static let ended = Problem(
        status: .gone, title: "This link has ended", detail: "It was open for 30 days, or was ended. Ask for a new one.")

    private func follow(_ visit: Visit) async throws -> Response {
        guard let token = visit.context.parameters.get("practice_token").flatMap({ SessionToken(cookie: $0) }),
            let found = try await visit.database.read(queries.name(token), queries.followed(token)).1
        else { throw Self.ended }
        let (parts, tasks) = (Set(found.link.parts), TaskQueries())
        let limit = PlayedGames.limit
        let (owner, totals, results, words, slides, wordLevels, slideLevels) = try await visit.database.read(
            tenant: found.club, queries.owner(found.member), practice.totals(of: found.member),
            practice.results(of: found.member, SharedPracticePage.filter(parts), at: Cursor(), limit: SharedPracticePage.shown),
            practice.periods(of: found.member, in: .wordley, limit: limit), practice.periods(of: found.member, in: .slideit, limit: limit),
            practice.levelTotals(of: found.member, in: .wordley, limit: limit),
            practice.levelTotals(of: found.member, in: .slideit, limit: limit))
        let played = [
            PlayedGames(game: .wordley, periods: words, levels: wordLevels),
            PlayedGames(game: .slideit, periods: slides, levels: slideLevels),
        ]
        guard let owner, let club = try await visit.services.clubs.club(slug: owner.slug), club.parts.has(.practice) else {
            throw Self.ended
        }
        var list: TaskList?
        if parts.contains(.tasks) {
            let (all, day) = try await visit.database.read(
                tenant: found.club, tasks.tasks(of: found.member, in: owner.zone), DayQueries().today(in: owner.zone))
            list = TaskList(all, today: day, club: club)
        }
        if visit.isLookedAt { try await visit.database.write(tenant: found.club, queries.noteSeen(found.link.id)) }
        let page = SharedPracticePage(
            owner, found.link, results, totals, played, week: list?.week ?? [], visit: visit)
        var response = try visit.page(page)
        response.headers[.cacheControl] = "private, no-store"
        response.headers[.robots] = "noindex, nofollow"
        return response
    }
}
