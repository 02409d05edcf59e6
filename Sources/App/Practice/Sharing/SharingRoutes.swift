import FoundationEssentials
import Hummingbird
import Postgres
import Web

struct SharingRoutes {
    private let queries = PracticeSharingQueries()
    private let practice = PracticeQueries()
    private static let labelLimit = 50

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/sharing") { visit in try await show(visit) }
        site.memberPost("/c/:club/practice/sharing", updateSharing)
        site.memberPost("/c/:club/practice/links", on: "/practice/sharing", createLink)
        site.memberPost("/c/:club/practice/links/:practice_link/removal", on: "/practice/sharing", deleteLink)
        site.get("/practised/:practice_token", showLink)
    }

    private func show(
        _ visit: MemberVisit, newToken: SessionToken? = nil, form: LinkForm = LinkForm(), status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (audience, settings, links) = try await visit.read(
            queries.audience(of: visit.me), practice.settings(of: visit.me), queries.links(of: visit.me))
        let link = newToken.map { visit.visit.baseURL + PracticeLink.path($0) }
        let page = SharingPage(audience, settings ?? PracticeSettings(), links, newLink: link, form: form, visit: visit)
        return try visit.page(page, status: status)
    }

    /// Stores who can see the practice, and whether the member is on the leaderboard. Only members who show their practice to the club can
    /// be on the leaderboard. A database trigger updates which badges are counted.
    private func updateSharing(_ visit: MemberVisit) async throws -> Response {
        guard let audience = Audience(rawValue: visit.form["audience"]) else { throw Problem.malformed("Choose who can see this.") }
        try visit.spend(.practice)
        let isRanked = visit.form["is_ranked"] == "1" && audience == .club
        let (_, _) = try await visit.write(queries.setAudience(audience, of: visit.me), queries.setRanked(isRanked, visit.me))
        return visit.redirect(to: visit.club.path + "/practice/sharing")
    }

    /// Creates a link. Only this response shows the URL of the link, because the database stores only the hash of its token.
    private func createLink(_ visit: MemberVisit) async throws -> Response {
        var form = LinkForm()
        form.label = visit.form.line("label")
        form.parts = visit.form.values("part").compactMap(PracticeLink.Part.init)
        try visit.spend(.practice)
        let length = form.label.unicodeScalars.count
        if length == 0 { form.labelProblem = "Write who the link is for. Only you see this." }
        if length > Self.labelLimit { form.labelProblem = "That is \(length) characters. The limit is \(Self.labelLimit)." }
        if form.parts.isEmpty { form.partsProblem = "Choose what the link shows." }
        if form.isValid {
            let token = SessionToken()
            if try await visit.writeWithMemberLock(queries.create(token, form.label, form.parts, by: visit.me)) != nil {
                return try await show(visit, newToken: token)
            }
            form.labelProblem = "You can have at most \(PracticeSharingQueries.maxLinks) links. End one first."
        }
        return try await show(visit, form: form, status: .unprocessableContent)
    }

    private func deleteLink(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        guard try await visit.write(queries.delete(visit.identifier("practice_link"), by: visit.me)) == 1 else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/practice/sharing")
    }

    // MARK: Visitors with a link

    private static let linkEnded = Problem(
        status: .gone, title: "This link has ended", detail: "It is older than 30 days, or its owner ended it. Ask for a new link.")

    private func showLink(_ visit: Visit) async throws -> Response {
        guard let token = visit.context.parameters.get("practice_token").flatMap({ SessionToken(cookie: $0) }),
            let found = try await visit.database.read(queries.setLinkToken(token), queries.link(token)).1
        else { throw Self.linkEnded }
        let (parts, tasks) = (Set(found.link.parts), TaskQueries())
        let limit = PlayedGames.limit
        let (owner, totals, results, words, slides, wordLevels, slideLevels) = try await visit.database.read(
            tenant: found.club, queries.owner(found.member), practice.totals(of: found.member),
            practice.results(of: found.member, SharedPracticePage.filter(parts), at: Cursor(), limit: SharedPracticePage.gameLimit),
            practice.periods(of: found.member, in: .wordley, limit: limit), practice.periods(of: found.member, in: .slideit, limit: limit),
            practice.levelTotals(of: found.member, in: .wordley, limit: limit),
            practice.levelTotals(of: found.member, in: .slideit, limit: limit))
        let played = [
            PlayedGames(game: .wordley, periods: words, levels: wordLevels),
            PlayedGames(game: .slideit, periods: slides, levels: slideLevels),
        ]
        guard let owner, let club = try await visit.services.clubs.club(slug: owner.slug), club.parts.has(.practice) else {
            throw Self.linkEnded
        }
        var list: TaskList?
        if parts.contains(.tasks) {
            let (all, day) = try await visit.database.read(
                tenant: found.club, tasks.tasks(of: found.member, in: owner.zone), DayQueries().today(in: owner.zone))
            list = TaskList(all, today: day, club: club)
        }
        if visit.isLookedAt { try await visit.database.write(tenant: found.club, queries.recordView(of: found.link.id)) }
        let page = SharedPracticePage(
            owner, found.link, results, totals, played, week: list?.week ?? [], visit: visit)
        var response = try visit.page(page)
        response.headers[.cacheControl] = "private, no-store"
        response.headers[.robots] = "noindex, nofollow"
        return response
    }
}
