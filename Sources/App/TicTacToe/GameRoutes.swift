import Hummingbird
import Web

struct GameRoutes {
    private static let frameSeconds = 3
    private static let frameSecondsOfMyTurn = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/games/:game", showGame)
        site.memberLive(
            "/c/:club/games/:game/live",
            parts: { me, club, game in
                ID(game).map { [.init(GameVisit.topics(of: $0, for: me, in: club)), .talk(in: .game($0), of: club)] }
            }
        ) {
            try GameVisit($0).fragment()
        }
        site.memberGet("/c/:club/games/:game/board", showBoard)
        site.memberPost("/c/:club/games/:game/moves", move)
        site.memberGet("/c/:club/games/:game/resignation", confirmResignation)
        site.memberPost("/c/:club/games/:game/resignation") { visit in try await perform(visit) { try await $0.resign() } }
        site.memberPost("/c/:club/games/:game/draw") { visit in try await perform(visit) { try await $0.offerOrAcceptDraw() } }
        site.memberPost("/c/:club/games/:game/draw/decline") { visit in try await perform(visit) { try await $0.decline(.draw) } }
        site.memberPost("/c/:club/games/:game/takeback") { visit in
            try await perform(visit) { try await $0.takeBack(ply: visit.form.number("ply") ?? -1) }
        }
        site.memberPost("/c/:club/games/:game/takeback/decline") { visit in try await perform(visit) { try await $0.decline(.takeback) } }
        site.memberPost("/c/:club/games/:game/claim") { visit in try await perform(visit) { try await $0.claim() } }
        ChatRoutes(kind: .game, page: respondWithPage).add(to: site)
    }

    // MARK: Pages

    private func showGame(_ visit: MemberVisit) async throws -> Response {
        guard let ply = visit.query("ply") else { return try await page(GameVisit(visit)) }
        guard let ply = Int(ply), ply >= 0 else { throw Problem.notFound }
        return try await page(GameVisit(visit), shownPly: ply)
    }

    private func page(
        _ gameVisit: GameVisit, problem: String? = nil, draft: Draft = Draft(), shownPly: Int? = nil
    ) async throws -> Response {
        let tag = gameVisit.fragment().fragmentTag
        let (game, chat) = try await gameVisit.page(problem: problem, draft: draft, shownPly: shownPly)
        let visit = try await gameVisit.visit.seen(gameVisit.id.rawValue, [.accepted])
        let page = GamePage(layout: visit.layout, game: game, chat: chat, lobbyPath: visit.club.path + "/lobby", fragmentTag: tag)
        return try visit.page(page)
    }

    private func showBoard(_ visit: MemberVisit) async throws -> Response {
        let gameVisit = try GameVisit(visit)
        var frame = try await boardFrame(gameVisit, refreshSeconds: Self.frameSeconds)
        // On the member's turn, the frame reloads less often, because a reload can disturb a member who thinks about a move. A member who
        // waits for an answer to the offer of a draw needs the reload sooner.
        if frame.game.isMyTurn, !frame.game.draw.isMade { frame.refreshSeconds = Self.frameSecondsOfMyTurn }
        return try visit.frame(frame)
    }

    private func boardFrame(_ gameVisit: GameVisit, problem: String? = nil, refreshSeconds: Int?) async throws -> BoardFrame {
        var game = try await gameVisit.board(problem: problem)
        game.frame = "1"
        return BoardFrame(layout: gameVisit.visit.layout, game: game, refreshSeconds: refreshSeconds)
    }

    /// Shows the sentence of a refusal in the frame. After a few seconds the browser loads the board into the frame again.
    private func refusedFrame(_ gameVisit: GameVisit, _ refusal: Refusal) async throws -> Response {
        let frame = try await boardFrame(gameVisit, problem: refusal.sentence, refreshSeconds: nil)
        var response = try gameVisit.visit.frame(frame)
        response.headers[.refresh] = "\(Self.frameSeconds * 2); url=\(gameVisit.path)/board"
        return response
    }

    // MARK: Moves

    private func move(_ visit: MemberVisit) async throws -> Response {
        let gameVisit = try GameVisit(visit)
        return try await visit.answer {
            try visit.spend(.move)
            guard let cell = visit.form.number("cell"), let ply = visit.form.number("ply"), cell >= 0, ply >= 0 else {
                throw Refusal(.unprocessableContent, "This is not a valid move. Tap an empty square.")
            }
            try await gameVisit.play(cell, ply: ply)
            return try await respondWithBoard(gameVisit)
        } refused: { refusal in
            try await respondWithBoard(gameVisit, refusal)
        }
    }

    private func confirmResignation(_ visit: MemberVisit) async throws -> Response {
        let gameVisit = try GameVisit(visit)
        let record = try await gameVisit.record()
        guard let mine = record.mark(of: visit.me), !record.isFinished else { return visit.redirect(to: gameVisit.path) }
        let opponent = record.player(mine.opponent).person.person(in: visit.club)
        return try visit.page(ResignPage(layout: visit.layout, path: gameVisit.path, opponent: opponent, isBegun: record.bothHaveMoved))
    }

    private func perform(_ visit: MemberVisit, _ action: (GameVisit) async throws -> Void) async throws -> Response {
        let gameVisit = try GameVisit(visit)
        return try await visit.answer {
            try visit.spend(.move)
            try await action(gameVisit)
            return try await respondWithBoard(gameVisit)
        } refused: { refusal in
            try await respondWithBoard(gameVisit, refusal)
        }
    }

    /// Responds with the current board: as a fragment (a part of the page), as the content of the frame, or as the whole page.
    private func respondWithBoard(_ gameVisit: GameVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let isFrame = gameVisit.visit.form["frame"] == "1"
        if gameVisit.visit.wantsRepresentation { return try await gameVisit.fragment(problem: refusal?.sentence).representation() }
        guard let refusal else { return gameVisit.visit.redirect(to: gameVisit.path + (isFrame ? "/board" : "")) }
        return isFrame ? try await refusedFrame(gameVisit, refusal) : try await page(gameVisit, problem: refusal.sentence)
    }

    @Sendable private func respondWithPage(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        let gameVisit = try GameVisit(visit)
        guard visit.wantsRepresentation else { return try await page(gameVisit, draft: draft) }
        return try await gameVisit.fragment(draft: draft).representation()
    }
}

extension RateLimiter.Limit {
    static let move = RateLimiter.Limit(name: "move", burst: 30, secondsPerToken: 0.3)
}
