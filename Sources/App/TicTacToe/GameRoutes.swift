import Hummingbird
import Web

/// A board with chat beside it.
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
        site.memberPost("/c/:club/games/:game/resignation") { visit in try await act(visit) { try await $0.resign() } }
        site.memberPost("/c/:club/games/:game/draw") { visit in try await act(visit) { try await $0.offerDraw() } }
        site.memberPost("/c/:club/games/:game/draw/refusal") { visit in try await act(visit) { try await $0.decline(.draw) } }
        site.memberPost("/c/:club/games/:game/takeback") { visit in
            try await act(visit) { try await $0.takeBack(ply: visit.form.number("ply") ?? -1) }
        }
        site.memberPost("/c/:club/games/:game/takeback/refusal") { visit in try await act(visit) { try await $0.decline(.takeback) } }
        site.memberPost("/c/:club/games/:game/claim") { visit in try await act(visit) { try await $0.claim() } }
        ChatRoutes(room: { .game(try $0.visit.identifier("game")) }, page: talkAgain).add(to: site, below: "/c/:club/games/:game")
    }

    // MARK: Pages

    private func showGame(_ visit: MemberVisit) async throws -> Response {
        guard let ply = visit.query("ply") else { return try await page(GameVisit(visit)) }
        guard let ply = Int(ply), ply >= 0 else { throw Problem.notFound }
        return try await page(GameVisit(visit), shownPly: ply)
    }

    private func page(
        _ table: GameVisit, problem: String? = nil, draft: Draft = Draft(), shownPly: Int? = nil
    ) async throws -> Response {
        let tag = table.fragment().pageTag
        let (game, chat) = try await table.page(problem: problem, draft: draft, shownPly: shownPly)
        let visit = try await table.visit.seen(table.id.rawValue, [.accepted])
        let page = GamePage(layout: visit.layout, game: game, chat: chat, lobbyPath: visit.club.path + "/lobby", etag: tag)
        return try visit.page(page)
    }

    private func showBoard(_ visit: MemberVisit) async throws -> Response {
        let table = try GameVisit(visit)
        var frame = try await boardFrame(table, refreshSeconds: Self.frameSeconds)
        // Whoever thinks about their move should not lose their place by it, unless they wait for an answer.
        if frame.game.isMyTurn, !frame.game.draw.isMade { frame.refreshSeconds = Self.frameSecondsOfMyTurn }
        return try visit.frame(frame)
    }

    private func boardFrame(_ table: GameVisit, problem: String? = nil, refreshSeconds: Int?) async throws -> BoardFrame {
        var game = try await table.board(problem: problem)
        game.frame = "1"
        return BoardFrame(layout: table.visit.layout, game: game, refreshSeconds: refreshSeconds)
    }

    /// The frame's answer to a refused move: the sentence stays for a moment, then the frame goes on by itself.
    private func refusedFrame(_ table: GameVisit, _ refusal: Refusal) async throws -> Response {
        let frame = try await boardFrame(table, problem: refusal.sentence, refreshSeconds: nil)
        var response = try table.visit.frame(frame)
        response.headers[.refresh] = "\(Self.frameSeconds * 2); url=\(table.path)/board"
        return response
    }

    // MARK: Moves

    private func move(_ visit: MemberVisit) async throws -> Response {
        let table = try GameVisit(visit)
        return try await visit.answer {
            try visit.spend(.move)
            guard let cell = visit.form.number("cell"), let ply = visit.form.number("ply"), cell >= 0, ply >= 0 else {
                throw Refusal(.unprocessableContent, "That was no move we can read. Tap an empty square.")
            }
            try await table.play(cell, ply: ply)
            return try await boardAgain(table)
        } refused: { refusal in
            try await boardAgain(table, refusal)
        }
    }

    private func confirmResignation(_ visit: MemberVisit) async throws -> Response {
        let table = try GameVisit(visit)
        let record = try await table.record()
        guard let mine = record.mark(of: visit.me), !record.isFinished else { return visit.redirect(to: table.path) }
        let opponent = record.player(mine.opponent).person.person(in: visit.club)
        return try visit.page(ResignPage(layout: visit.layout, path: table.path, opponent: opponent, isBegun: record.isBegun))
    }

    /// Does something that is no move, and answers with the board.
    private func act(_ visit: MemberVisit, _ deed: (GameVisit) async throws -> Void) async throws -> Response {
        let table = try GameVisit(visit)
        return try await visit.answer {
            try visit.spend(.move)
            try await deed(table)
            return try await boardAgain(table)
        } refused: { refusal in
            try await boardAgain(table, refusal)
        }
    }

    /// The board as it now stands: as a fragment, in its frame, or as a page.
    private func boardAgain(_ table: GameVisit, _ refusal: Refusal? = nil) async throws -> Response {
        let isFrame = table.visit.form["frame"] == "1"
        if table.visit.wantsRepresentation { return try await table.fragment(problem: refusal?.sentence).representation() }
        guard let refusal else { return table.visit.redirect(to: table.path + (isFrame ? "/board" : "")) }
        return isFrame ? try await refusedFrame(table, refusal) : try await page(table, problem: refusal.sentence)
    }

    /// The table after something was said there: as a fragment, or as a page.
    @Sendable private func talkAgain(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        let table = try GameVisit(visit)
        guard visit.wantsRepresentation else { return try await page(table, draft: draft) }
        return try await table.fragment(draft: draft).representation()
    }
}

extension RateLimiter.Limit {
    static let move = RateLimiter.Limit(name: "move", burst: 30, secondsPerToken: 0.3)
}
