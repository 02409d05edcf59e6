import HTTPTypes
import Hummingbird
import Postgres
import Web

/// Titles: looked for, looked at, and written down by members.
struct TitleRoutes {
    private let queries = TitleQueries()
    private let library = LibraryQueries()
    private static let (shownPlayers, shownAlike) = (50, 6)

    func add(to site: Site) {
        site.memberGet("/c/:club/library/search", search)
        site.memberGet("/c/:club/library/titles/new") { visit in
            try visit.page(TitleFormPage(TitleForm(name: visit.query("name") ?? ""), of: nil, visit: visit))
        }
        site.memberPost("/c/:club/library/titles", on: "/library/titles/new", add)
        site.memberGet("/c/:club/library/titles/:title") { visit in try await show(visit) }
        site.memberGet("/c/:club/library/titles/:title/edit") { visit in
            let title = try await own(visit)
            var page = TitleFormPage(TitleForm(title), of: title, visit: visit)
            if visit.isAdmin { page.twins = try await TitleMergeRoutes().twins(of: title, visit) }
            return try visit.page(page)
        }
        site.memberPost("/c/:club/library/titles/:title", change)
        site.memberPost("/c/:club/library/titles/:title/removal", remove)
        site.memberPost("/c/:club/library/titles/:title/entry", put)
        site.memberPost("/c/:club/library/titles/:title/entry/removal", takeOff)
    }

    private func search(_ visit: MemberVisit) async throws -> Response {
        let form = visit.visit.queryFields
        let (words, filter) = (form.line("q").prefix(scalars: SearchPage.longest), TitleFilter(form))
        try visit.spend(.titles)
        let query =
            words.isEmpty
            ? queries.titles(filter, to: visit.me, limit: SearchPage.most)
            : queries.titles(named: words, filter, to: visit.me, limit: SearchPage.most)
        let titles = try await visit.read(query)
        guard !visit.wantsRepresentation else {
            return try visit.page(
                FoundLive(layout: visit.layout, found: FoundTitles(titles, words: words, more: visit.hasIGDB, club: visit.club)))
        }
        return try visit.page(SearchPage(titles, words: words, filter, visit: visit))
    }

    // MARK: One title

    /// - Parameters:
    ///   - form: what was typed, where something is wrong with it.
    ///   - draft: what was not said.
    ///   - seeking: what was typed where players are looked for.
    ///   - sending: what was typed where it is sent to somebody.
    func show(
        _ visit: MemberVisit, form: LibraryForm? = nil, problem: Refusal? = nil, draft: Draft = Draft(), seeking: Form? = nil,
        sending: Form? = nil
    ) async throws -> Response {
        let (id, talk): (ID<Title>, TitleTalk) = (try visit.identifier("title"), try TitleTalk(visit))
        let etag = talk.fragment().pageTag
        let (title, totals, entry, shelves, players, alike, seeks, companions, lines) = try await visit.read(
            queries.title(id), library.title(id), library.entry(of: id, by: visit.me), ShelfQueries().places(of: id, for: visit.me),
            library.players(of: id, to: visit.me, hidden: visit.hidden, limit: Self.shownPlayers),
            queries.titles(like: id, to: visit.me, hidden: visit.hidden, limit: Self.shownAlike),
            TitleSeekQueries.find(of: id, visit), TogetherQueries().companions(of: visit.me), talk.newest)
        guard let title else {
            guard let target = try await visit.read(TitleMergeQueries.target(of: id)) else { throw Problem.notFound }
            return visit.redirect(to: Title.path(of: target, in: visit.club))
        }
        let status = problem?.status ?? (form == nil ? .ok : .unprocessableContent)
        let mine = EntryView(form, entry, shelves, of: title, in: visit.club)
        var page = TitlePage(title, totals, mine, players, problem: problem?.sentence, visit: visit)
        page.seeking = SeekingView(seeking, of: id, in: visit.club)
        page.alike = alike.map { TitleRow($0, club: visit.club) }
        page.hasAlike = !alike.isEmpty
        page.seekers = Seekers(seeks, of: id, visit: visit)
        let others = companions.filter { !visit.hidden.contains($0.id) }
        if visit.club.parts.has(.messages), !others.isEmpty { page.sending = TitleSending(sending, to: others, of: id, in: visit.club) }
        page.chat = talk.chat(lines, draft: draft)
        page.etag = etag
        return try visit.page(page, status: status)
    }

    private func put(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Title> = try visit.identifier("title")
        guard var form = LibraryForm(visit.form) else {
            throw Problem.malformed("Choose one of the lists, and a rating from 1 to 10 or none.")
        }
        guard form.isValid else { return try await show(visit, form: form) }
        return try await visit.answer {
            try visit.spend(.library)
            let (_, change, _) = try await visit.write(
                DirectoryQueries().lock(visit.me, visit.me), library.put(id, form, by: visit.me), LibraryBadges.titles.settle([visit.me]))
            guard change.isThere else { throw Problem.notFound }
            if change.isFull {
                throw Refusal(.unprocessableContent, "\(LibraryQueries.most) titles are on your lists. Take one off first.")
            }
            if change.isOutdated {
                form.was = nil
                throw Refusal(
                    .conflict,
                    "You said something else about it meanwhile, in another tab or on another device. Save once more if what stands here counts."
                )
            }
            return visit.redirect(to: Title.path(of: id, in: visit.club))
        } refused: { refusal in
            try await show(visit, form: form, problem: refusal)
        }
    }

    private func takeOff(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Title> = try visit.identifier("title")
        try visit.spend(.library)
        _ = try await visit.write(library.remove(id, by: visit.me), LibraryBadges.titles.settle([visit.me]))
        return visit.redirect(to: Title.path(of: id, in: visit.club))
    }

    // MARK: The club's own

    private func add(_ visit: MemberVisit) async throws -> Response {
        var form = TitleForm(visit.form)
        try visit.spend(.title)
        if form.isValid {
            // Two members who add the same title at once wait for one another: the second one finds the first one's.
            let isAnother = visit.form["is_another"] == "1"
            let (_, _, id, known) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retrying: true, DirectoryQueries().lock(visit.me, visit.me), DirectoryQueries().lockClub(),
                queries.add(form, isAnother: isAnother, by: visit.me), queries.titles(called: form.name, limit: 5))
            if let id { return visit.redirect(to: Title.path(of: id, in: visit.club)) }
            guard isAnother || known.isEmpty else {
                return try visit.page(TitleFormPage(form, of: nil, beside: known, visit: visit), status: .unprocessableContent)
            }
            form.input.problems["name"] = "You have written down \(TitleQueries.mostOwn) titles. No more fit."
        }
        return try visit.page(TitleFormPage(form, of: nil, visit: visit), status: .unprocessableContent)
    }

    /// A title that the visitor may change: the club's, and theirs or an admin's. Throws `Problem`.
    func own(_ visit: MemberVisit) async throws -> Title {
        guard let title = try await visit.read(queries.title(visit.identifier("title"))) else { throw Problem.notFound }
        guard title.isChangeable(by: visit) else {
            throw Problem(
                status: .forbidden, title: "Not yours to change",
                detail: title.isOwn
                    ? "Whoever wrote it down may change it, and admins of the club." : "It is in the catalogue that all clubs here share.",
                action: Problem.Action(label: "Back to the title", href: Title.path(of: title.id, in: visit.club)))
        }
        if title.addedBy != visit.me { try visit.adminOnly() }
        return title
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let (title, form) = (try await own(visit), TitleForm(visit.form))
        try visit.spend(.title)
        guard form.isValid else {
            return try visit.page(TitleFormPage(form, of: title, visit: visit), status: .unprocessableContent)
        }
        guard try await visit.write(queries.change(title.id, to: form)) == 1 else { throw Problem.notFound }
        return visit.redirect(to: Title.path(of: title.id, in: visit.club))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let title = try await own(visit)
        try visit.spend(.title)
        let removed = try await visit.database.write(tenant: visit.club.id.rawValue, retrying: true, queries.remove(title.id))
        guard removed == 1 else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/library")
    }
}

extension Title {
    /// Whether a member may change it, or delete it.
    func isChangeable(by visit: MemberVisit) -> Bool { isOwn && (visit.isAdmin || addedBy == visit.me) }
}

extension RateLimiter.Limit {
    static let library = RateLimiter.Limit(name: "library", burst: 100, secondsPerToken: 2)
    /// As one types.
    static let titles = RateLimiter.Limit(name: "titles", burst: 100, secondsPerToken: 0.5)
    static let title = RateLimiter.Limit(name: "title", burst: 20, secondsPerToken: 60)
}
