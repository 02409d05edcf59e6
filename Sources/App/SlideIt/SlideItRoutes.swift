import GameRules
import Hummingbird
import Postgres
import Web

/// Games of SlideIt.
struct SlideItRoutes {
    private let queries = SlideItQueries()
    private let practice = PracticeQueries()
    /// Acts that are sent at once, and photos that are offered.
    private static let (mostActs, offeredPhotos) = (2000, 8)
    private static let mostMoves = 5000

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/slideit") { visit in try await show(visit) }
        site.memberPost("/c/:club/practice/slideit", begin)
        let game = "/c/:club/practice/slideit/:slideit_game"
        site.memberPost(RouterPath(stringLiteral: game + "/moves"), move)
        site.memberPost(RouterPath(stringLiteral: game + "/hint"), hint)
        site.memberPost(RouterPath(stringLiteral: game + "/start"), startAgain)
        site.memberPost(RouterPath(stringLiteral: game + "/surrender"), giveUp)
    }

    /// The newest game, with the level where it is over.
    private func show(_ visit: MemberVisit, problem: String? = nil) async throws -> Response {
        let (game, settings, photos, stored, results, times) = try await visit.read(
            queries.newest(of: visit.me), practice.settings(of: visit.me), PhotoQueries().newest(of: visit.me, limit: Self.offeredPhotos),
            practice.level(of: visit.me, in: .slideit), practice.uncounted(of: visit.me, in: .slideit),
            practice.times(of: visit.me, limit: PracticeRest.looksAt))
        let ending = game?.isOpen == true ? nil : try await PracticeLadder(.slideit, visit).ending(stored, results, times)
        let start = SlideItStart(photos, club: visit.club)
        let view = game.map {
            SlideItView($0, settings ?? PracticeSettings(), ending, start: start, problem: problem, visit: visit)
        }
        return try visit.page(SlideItPage(view, level: ending?.level, start: start, visit: visit))
    }

    private func answer(_ game: SlideItGame, _ visit: MemberVisit, refused refusal: Refusal? = nil) async throws -> Response {
        let ending = game.isOpen || refusal != nil ? nil : try await PracticeLadder(.slideit, visit).end()
        guard visit.wantsRepresentation else {
            guard let refusal else { return visit.redirect(to: visit.club.path + "/practice/slideit") }
            return try await show(visit, problem: refusal.sentence)
        }
        let (settings, photos) = try await visit.read(
            practice.settings(of: visit.me), PhotoQueries().newest(of: visit.me, limit: game.isOpen ? 0 : Self.offeredPhotos))
        let view = SlideItView(
            game, settings ?? PracticeSettings(), ending, start: SlideItStart(photos, club: visit.club), problem: refusal?.sentence,
            visit: visit)
        return try visit.page(SlideItLive(layout: visit.layout, game: view), status: refusal?.status ?? .ok)
    }

    private func begin(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        let level = try await PracticeLadder(.slideit, visit).settled().level
        var generator = SystemRandomNumberGenerator()
        var game = NewSlideItGame(SlideItLevel.at(level), using: &generator)
        if let photo = ID<Photo>(visit.form["photo"]) {
            (game.face, game.photo) = (.photo, photo)
        } else {
            game.face = SlideItGame.Face(rawValue: visit.form["face"]).flatMap { $0 == .photo ? nil : $0 } ?? .numbers
        }
        let (begun, _) = try await visit.write(queries.begin(game, by: visit.me), practice.note(.slideit, level: level, by: visit.me))
        guard begun != nil || game.photo == nil else { throw Problem.notFound }
        return visit.redirect(to: visit.club.path + "/practice/slideit")
    }

    // MARK: Playing

    private func move(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { game in try await moved(game, visit.form, by: visit) }
    }

    /// Moves that a browser has kept while it had no line.
    static let keptMoves = KeptAct("slides") { visit, form in
        let routes = SlideItRoutes()
        guard let id = ID<SlideItGame>(form["game"]), let game = try await visit.read(routes.queries.game(id, of: visit.me)) else {
            throw Problem.notFound
        }
        try visit.spend(.practice)
        let moved = try await routes.moved(game, form, by: visit)
        if !moved.isOpen, game.isOpen { _ = try await PracticeLadder(.slideit, visit).end() }
        return ["acts": "\(moved.acts)", "state": moved.state.rawValue]
    }

    /// A game after moves, as far as they are not known: a browser that had no line sends all that were made meanwhile.
    private func moved(_ game: SlideItGame, _ form: Form, by visit: MemberVisit) async throws -> SlideItGame {
        guard let sent = form.number("from"), sent >= 0 else { throw Self.stale }
        let acts = form["moves"]
        guard acts.utf8.count <= Self.mostActs else { throw Refusal(.contentTooLarge, "Those are more moves than fit at once.") }
        // What came before, and was answered into nowhere, is not gone twice.
        let known = game.acts - sent
        guard known >= 0, known <= acts.utf8.count, game.isOpen || known == acts.utf8.count else { throw Self.stale }
        let news = String(decoding: Array(acts.utf8.dropFirst(known)), as: UTF8.self)
        guard !news.isEmpty else { return game }
        guard let moves = SlideMoves.apply(news, to: game), moves.count <= Self.mostMoves else {
            throw Refusal(.unprocessableContent, "That tile cannot slide. This is how it stands.")
        }
        let home = SlidePuzzle(size: game.size).after(game.shuffle + moves)?.isHome ?? false
        let moved = try await visit.write(
            queries.move(
                to: moves, acts: game.acts + news.utf8.count, after: game.acts, isHome: home,
                taps: known == 0 ? TapMeasure(taps: form["taps"]) : TapMeasure(), in: game.id, by: visit.me))
        guard let moved else { throw Self.stale }
        return moved
    }

    private static let stale = Refusal(.conflict, "The game has moved on. This is how it stands now.")

    private func hint(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { game in
            guard game.isOpen else { throw Refusal(.conflict, "It is over already.") }
            let way = SlideWay.home(from: game.puzzle, known: game.knownWay).moves
            guard let hinted = try await visit.write(queries.hint(way, in: game, by: visit.me)) else { throw Self.stale }
            return hinted
        }
    }

    private func startAgain(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { game in
            guard let begun = try await visit.write(queries.startAgain(game.id, by: visit.me)) else {
                throw Refusal(.conflict, "It is over already.")
            }
            return begun
        }
    }

    private func giveUp(_ visit: MemberVisit) async throws -> Response {
        try await act(visit) { game in
            guard let ended = try await visit.write(queries.giveUp(game.id, by: visit.me)) else {
                throw Refusal(.conflict, "It is over already.")
            }
            return ended
        }
    }

    private func act(_ visit: MemberVisit, _ deed: (SlideItGame) async throws -> SlideItGame) async throws -> Response {
        let id: ID<SlideItGame> = try visit.identifier("slideit_game")
        guard let game = try await visit.read(queries.game(id, of: visit.me)) else { throw Problem.notFound }
        return try await visit.answer {
            try visit.spend(.practice)
            return try await answer(deed(game), visit)
        } refused: { refusal in
            try await answer(visit.read(queries.game(id, of: visit.me)) ?? game, visit, refused: refusal)
        }
    }
}
