import HTTPTypes
import Hummingbird
import Postgres
import Web

struct VideoGameRoutes {
    private let queries = VideoGameQueries()
    private let library = LibraryQueries()
    private static let (shownPlayers, shownSimilar) = (50, 6)

    func add(to site: Site) {
        site.memberGet("/c/:club/library/search", search)
        site.memberGet("/c/:club/library/games/new") { visit in
            try visit.page(VideoGameFormPage(VideoGameForm(name: visit.query("name") ?? ""), of: nil, visit: visit))
        }
        site.memberPost("/c/:club/library/games", on: "/library/games/new", create)
        site.memberGet("/c/:club/library/games/:video_game") { visit in try await show(visit) }
        site.memberGet("/c/:club/library/games/:video_game/edit") { visit in
            let game = try await changeableGame(visit)
            var page = VideoGameFormPage(VideoGameForm(game), of: game, visit: visit)
            if visit.isAdmin { page.duplicates = try await VideoGameMergeRoutes().duplicates(of: game, visit) }
            return try visit.page(page)
        }
        site.memberPost("/c/:club/library/games/:video_game", change)
        site.memberPost("/c/:club/library/games/:video_game/removal", remove)
        site.memberPost("/c/:club/library/games/:video_game/entry", saveEntry)
        site.memberPost("/c/:club/library/games/:video_game/entry/removal", deleteEntry)
    }

    private func search(_ visit: MemberVisit) async throws -> Response {
        let form = visit.visit.queryFields
        let (words, filter) = (form.line("q").prefix(scalars: SearchPage.queryLimit), VideoGameFilter(form))
        try visit.spend(.games)
        let query =
            words.isEmpty
            ? queries.games(filter, to: visit.me, limit: SearchPage.resultLimit)
            : queries.search(words, filter, to: visit.me, limit: SearchPage.resultLimit)
        let games = try await visit.read(query)
        guard !visit.wantsRepresentation else {
            return try visit.page(
                FoundLive(layout: visit.layout, found: FoundVideoGames(games, words: words, more: visit.hasIGDB, club: visit.club)))
        }
        return try visit.page(SearchPage(games, words: words, filter, visit: visit))
    }

    // MARK: One game

    /// The page of a game. The parameters hold the input of a form that was refused, so that the page shows it again.
    ///
    /// If the game was merged into another game, the response redirects to that other game.
    /// - Parameters:
    ///   - form: the member's list entry.
    ///   - draft: the chat message.
    ///   - playerRequest: the form in which a member looks for players.
    ///   - sharing: the form in which a member sends the game to somebody.
    func show(
        _ visit: MemberVisit, form: LibraryForm? = nil, problem: Refusal? = nil, draft: Draft = Draft(),
        playerRequest: Form? = nil, sharing: Form? = nil
    ) async throws -> Response {
        let (id, gameVisit): (ID<VideoGame>, VideoGameVisit) = (try visit.identifier("video_game"), try VideoGameVisit(visit))
        let fragmentTag = gameVisit.fragment().fragmentTag
        let (game, totals, entry, shelves, players, similar, requests, playPartners, messages) = try await visit.read(
            queries.game(id), library.game(id), library.entry(of: id, by: visit.me), ShelfQueries().places(of: id, for: visit.me),
            library.players(of: id, to: visit.me, hidden: visit.hidden, limit: Self.shownPlayers),
            queries.similarGames(to: id, to: visit.me, hidden: visit.hidden, limit: Self.shownSimilar),
            PlayerRequestQueries.find(of: id, visit), TogetherQueries().playPartners(of: visit.me), gameVisit.newest)
        guard let game else {
            guard let target = try await visit.read(VideoGameMergeQueries.target(of: id)) else { throw Problem.notFound }
            return visit.redirect(to: VideoGame.path(of: target, in: visit.club))
        }
        let status = problem?.status ?? (form == nil ? .ok : .unprocessableContent)
        let mine = EntryView(form, entry, shelves, of: game, in: visit.club)
        var page = VideoGamePage(game, totals, mine, players, problem: problem?.sentence, visit: visit)
        page.requestForm = PlayerRequestView(playerRequest, of: id, in: visit.club)
        page.similarGames = similar.map { VideoGameRow($0, club: visit.club) }
        page.hasSimilarGames = !similar.isEmpty
        page.playerRequests = PlayerRequests(requests, of: id, visit: visit)
        let others = playPartners.filter { !visit.hidden.contains($0.id) }
        if visit.club.parts.has(.messages), !others.isEmpty {
            page.sharingForm = VideoGameSharingView(sharing, to: others, of: id, in: visit.club)
        }
        page.chat = gameVisit.chat(messages, draft: draft)
        page.fragmentTag = fragmentTag
        return try visit.page(page, status: status)
    }

    private func saveEntry(_ visit: MemberVisit) async throws -> Response {
        let id: ID<VideoGame> = try visit.identifier("video_game")
        guard var form = LibraryForm(visit.form) else {
            throw Problem.malformed("Choose one of the lists, and a rating from 1 to 10 or none.")
        }
        guard form.isValid else { return try await show(visit, form: form) }
        return try await visit.answer {
            try visit.spend(.library)
            let (_, change, _) = try await visit.write(
                ClubDirectoryQueries().lock(visit.me), library.put(id, form, by: visit.me),
                LibraryBadges.games.award(to: [visit.me]))
            guard change.gameExists else { throw Problem.notFound }
            if change.isFull {
                throw Refusal(
                    .unprocessableContent,
                    "You have \(LibraryQueries.gameLimit) games on your lists, which is the limit. Remove one first.")
            }
            if change.isOutdated {
                form.expectedFingerprint = nil
                throw Refusal(
                    .conflict,
                    "You have also changed this in another tab or on another device. Save again to keep what this page shows."
                )
            }
            return visit.redirect(to: VideoGame.path(of: id, in: visit.club))
        } refused: { refusal in
            try await show(visit, form: form, problem: refusal)
        }
    }

    private func deleteEntry(_ visit: MemberVisit) async throws -> Response {
        let id: ID<VideoGame> = try visit.identifier("video_game")
        try visit.spend(.library)
        _ = try await visit.write(library.remove(id, by: visit.me), LibraryBadges.games.award(to: [visit.me]))
        return visit.redirect(to: VideoGame.path(of: id, in: visit.club))
    }

    // MARK: Games of the club

    private func create(_ visit: MemberVisit) async throws -> Response {
        var form = VideoGameForm(visit.form)
        try visit.spend(.game)
        if form.isValid {
            // The lock on the club makes two members who add the same game at once wait for each other, so the second sees the first game.
            let isAnother = visit.form["is_another"] == "1"
            let (_, _, id, known) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(visit.me),
                ClubDirectoryQueries().lockClub(), queries.add(form, isAnother: isAnother, by: visit.me),
                queries.exactMatches(form.name, limit: 5))
            if let id { return visit.redirect(to: VideoGame.path(of: id, in: visit.club)) }
            guard isAnother || known.isEmpty else {
                return try visit.page(VideoGameFormPage(form, of: nil, sameName: known, visit: visit), status: .unprocessableContent)
            }
            form.input.problems["name"] = "You have added \(VideoGameQueries.maxAddedPerMember) games, which is the limit."
        }
        return try visit.page(VideoGameFormPage(form, of: nil, visit: visit), status: .unprocessableContent)
    }

    /// The requested game. Throws `Problem` if the game does not belong to the club, or if the visitor is no admin and has not added the
    /// game.
    func changeableGame(_ visit: MemberVisit) async throws -> VideoGame {
        guard let game = try await visit.read(queries.game(visit.identifier("video_game"))) else { throw Problem.notFound }
        guard game.isChangeable(by: visit) else {
            throw Problem(
                status: .forbidden, title: "You cannot change this game",
                detail: game.isOwn
                    ? "Only the member who added it and admins of the club can change it."
                    : "It belongs to the catalogue that all clubs here share.",
                action: Problem.Action(label: "Back to the game", href: VideoGame.path(of: game.id, in: visit.club)))
        }
        if game.addedBy != visit.me { try visit.requireAdmin() }
        return game
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let (game, form) = (try await changeableGame(visit), VideoGameForm(visit.form))
        try visit.spend(.game)
        guard form.isValid else {
            return try visit.page(VideoGameFormPage(form, of: game, visit: visit), status: .unprocessableContent)
        }
        guard try await visit.write(queries.change(game.id, to: form)) == 1 else { throw Problem.notFound }
        return visit.redirect(to: VideoGame.path(of: game.id, in: visit.club))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        let game = try await changeableGame(visit)
        try visit.spend(.game)
        let removed = try await visit.database.write(tenant: visit.club.id.rawValue, retryingConflicts: true, queries.remove(game.id))
        guard removed == 1 else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/library")
    }
}

extension VideoGame {
    func isChangeable(by visit: MemberVisit) -> Bool { isOwn && (visit.isAdmin || addedBy == visit.me) }
}

extension RateLimiter.Limit {
    static let library = RateLimiter.Limit(name: "library", burst: 100, secondsPerToken: 2)
    static let games = RateLimiter.Limit(name: "video game search", burst: 100, secondsPerToken: 0.5)
    static let game = RateLimiter.Limit(name: "video game", burst: 20, secondsPerToken: 60)
}
