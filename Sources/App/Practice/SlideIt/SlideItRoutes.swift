import GameRules
import Hummingbird
import Postgres
import Web

struct SlideItRoutes {
    private let queries = SlideItQueries()
    private let practice = PracticeQueries()
    /// `maxChanges` is the largest number of moves and undos in one request. `offeredPhotos` is the number of photos that a member can
    /// choose from.
    private static let (maxChanges, offeredPhotos) = (2000, 8)
    private static let maxMoves = 5000

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/slideit") { visit in try await show(visit) }
        site.memberPost("/c/:club/practice/slideit", start)
        let game = "/c/:club/practice/slideit/:slideit_game"
        site.memberPost(RouterPath(stringLiteral: game + "/moves"), move)
        site.memberPost(RouterPath(stringLiteral: game + "/hint"), hint)
        site.memberPost(RouterPath(stringLiteral: game + "/start"), restart)
        site.memberPost(RouterPath(stringLiteral: game + "/surrender"), giveUp)
    }

    /// Shows the member's newest game. If this game is not open, the page also shows the level.
    private func show(_ visit: MemberVisit, problem: String? = nil) async throws -> Response {
        let (game, settings, photos, stored, results, times) = try await visit.read(
            queries.newest(of: visit.me), practice.settings(of: visit.me), Photos.newest(of: visit.me, limit: Self.offeredPhotos),
            practice.level(of: visit.me, in: .slideit), practice.uncountedResults(of: visit.me, in: .slideit),
            practice.times(of: visit.me, limit: PracticeBreak.gameLimit))
        let feedback = game?.isOpen == true ? nil : try await PracticeStaircase(.slideit, visit).feedback(stored, results, times)
        let start = SlideItStart(photos, club: visit.club)
        let view = game.map {
            SlideItView($0, settings ?? PracticeSettings(), feedback, start: start, problem: problem, visit: visit)
        }
        return try visit.page(SlideItPage(view, level: feedback?.level, start: start, visit: visit))
    }

    private func respond(with game: SlideItGame, _ visit: MemberVisit, refused refusal: Refusal? = nil) async throws -> Response {
        let feedback = game.isOpen || refusal != nil ? nil : try await PracticeStaircase(.slideit, visit).finishGame()
        guard visit.wantsRepresentation else {
            guard let refusal else { return visit.redirect(to: visit.club.path + "/practice/slideit") }
            return try await show(visit, problem: refusal.sentence)
        }
        let (settings, photos) = try await visit.read(
            practice.settings(of: visit.me), Photos.newest(of: visit.me, limit: game.isOpen ? 0 : Self.offeredPhotos))
        let view = SlideItView(
            game, settings ?? PracticeSettings(), feedback, start: SlideItStart(photos, club: visit.club), problem: refusal?.sentence,
            visit: visit)
        return try visit.page(SlideItLive(layout: visit.layout, game: view), status: refusal?.status ?? .ok)
    }

    private func start(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        let level = try await PracticeStaircase(.slideit, visit).recalculated().level
        var generator = SystemRandomNumberGenerator()
        var game = NewSlideItGame(SlideItLevel.at(level), using: &generator)
        if let photo = ID<Photo>(visit.form["photo"]) {
            (game.tileStyle, game.photo) = (.photo, photo)
        } else {
            game.tileStyle = SlideItGame.TileStyle(rawValue: visit.form["tile_style"]).flatMap { $0 == .photo ? nil : $0 } ?? .numbers
        }
        let (started, _) = try await visit.write(
            queries.create(game, by: visit.me), practice.recordStart(of: .slideit, level: level, by: visit.me))
        guard started != nil || game.photo == nil else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/practice/slideit")
    }

    // MARK: Playing

    private func move(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in try await applyMoves(visit.form, to: game, by: visit) }
    }

    static let offlineMoves = OfflineAction("slides") { visit, form in
        let routes = SlideItRoutes()
        guard let id = ID<SlideItGame>(form["game"]), let game = try await visit.read(routes.queries.game(id, of: visit.me)) else {
            throw Problem.notFound
        }
        try visit.spend(.practice)
        let moved = try await routes.applyMoves(form, to: game, by: visit)
        if !moved.isOpen, game.isOpen { _ = try await PracticeStaircase(.slideit, visit).finishGame() }
        return ["changes": "\(moved.changes)", "state": moved.state.rawValue]
    }

    /// Applies those moves of the request that the server does not know yet. A browser without a connection collects moves, and sends all
    /// of them later.
    private func applyMoves(_ form: Form, to game: SlideItGame, by visit: MemberVisit) async throws -> SlideItGame {
        guard let sent = form.number("from"), sent >= 0 else { throw Self.stale }
        let changes = form["moves"]
        guard changes.utf8.count <= Self.maxChanges else { throw Refusal(.contentTooLarge, "These are too many moves to send together.") }
        // A browser sends moves again if it did not receive the response. The server must not apply these moves twice.
        let known = game.changes - sent
        guard known >= 0, known <= changes.utf8.count, game.isOpen || known == changes.utf8.count else { throw Self.stale }
        let newChanges = String(decoding: Array(changes.utf8.dropFirst(known)), as: UTF8.self)
        guard !newChanges.isEmpty else { return game }
        guard let moves = SlideMoves.apply(newChanges, to: game), moves.count <= Self.maxMoves else {
            throw Refusal(.unprocessableContent, "That tile cannot slide. This page shows the current state.")
        }
        let isHome = SlidePuzzle(size: game.size).after(game.shuffle + moves)?.isHome ?? false
        let moved = try await visit.write(
            queries.storeMoves(
                moves, changes: game.changes + newChanges.utf8.count, after: game.changes, isHome: isHome,
                taps: known == 0 ? TapMeasure(taps: form["taps"]) : TapMeasure(), in: game.id, by: visit.me))
        guard let moved else { throw Self.stale }
        return moved
    }

    private static let stale = Refusal(.conflict, "The game has changed. This page shows the current state.")

    private func hint(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in
            guard game.isOpen else { throw Refusal(.conflict, "This game is over.") }
            let path = SlideWay.home(from: game.puzzle, known: game.knownSolution).moves
            guard let hinted = try await visit.write(queries.storeHint(path, in: game, by: visit.me)) else { throw Self.stale }
            return hinted
        }
    }

    private func restart(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in
            guard let restarted = try await visit.write(queries.restart(game.id, by: visit.me)) else {
                throw Refusal(.conflict, "This game is over.")
            }
            return restarted
        }
    }

    private func giveUp(_ visit: MemberVisit) async throws -> Response {
        try await change(visit) { game in
            guard let ended = try await visit.write(queries.giveUp(game.id, by: visit.me)) else {
                throw Refusal(.conflict, "This game is over.")
            }
            return ended
        }
    }

    private func change(_ visit: MemberVisit, _ action: (SlideItGame) async throws -> SlideItGame) async throws -> Response {
        let id: ID<SlideItGame> = try visit.identifier("slideit_game")
        guard let game = try await visit.read(queries.game(id, of: visit.me)) else { throw Problem.notFound }
        return try await visit.answer {
            try visit.spend(.practice)
            return try await respond(with: action(game), visit)
        } refused: { refusal in
            try await respond(with: visit.read(queries.game(id, of: visit.me)) ?? game, visit, refused: refusal)
        }
    }
}
