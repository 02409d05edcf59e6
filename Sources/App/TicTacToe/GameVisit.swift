import Hummingbird
import Postgres

struct GameVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Game>
    let queries = GameQueries()

    init(_ visit: MemberVisit) throws {
        self.visit = visit
        id = try visit.identifier("game")
    }

    var path: String { "\(visit.club.path)/games/\(id)" }

    var chatVisit: ChatVisit { ChatVisit(visit, in: .game(id)) }

    /// The game and its newest messages, in one round trip. Throws `Problem.notFound`.
    /// - Parameter shownPly: the number of moves of the past position to show. Nil for the present position.
    func page(problem: String? = nil, draft: Draft = Draft(), shownPly: Int? = nil) async throws -> (game: Game, chat: Chat) {
        let (record, matchState, sequel, messages) = try await visit.read(
            queries.game(id), queries.matchState(of: id), LobbyQueries().nextGame(after: id), chatVisit.newest)
        let game = try Self.game((record, matchState, sequel), shownPly: shownPly, visit: visit, problem: problem)
        return (game, Chat(messages, in: chatVisit.room, visit: visit, draft: draft))
    }

    /// The game with its present board. Throws `Problem.notFound`.
    /// - Parameter version: the version of the game's topic, if a poll has been woken by it.
    func board(problem: String? = nil, at version: Int? = nil) async throws -> Game {
        try Self.game(try await rows(at: version), visit: visit, problem: problem)
    }

    private typealias Rows = (GameRecord?, MatchState?, NextGame?)

    private static func game(_ rows: Rows, shownPly: Int? = nil, visit: MemberVisit, problem: String?) throws -> Game {
        guard let record = rows.0, let matchState = rows.1 else { throw Problem.notFound }
        return try Game(record, matchState, sequel: rows.2, shownPly: shownPly, visit: visit, problem: problem)
    }

    /// With a version, all requests that were woken by the same change share one read.
    private func rows(at version: Int?) async throws -> Rows {
        guard let version else { return try await rows() }
        return try await visit.services.sharedReads.value(of: .game(id, in: visit.club.id), at: version) { try await rows() }
    }

    private func rows() async throws -> Rows {
        try await visit.read(queries.game(id), queries.matchState(of: id), LobbyQueries().nextGame(after: id))
    }

    static func topics(of game: ID<Game>, for me: ID<Member>, in club: ID<Club>) -> [Topic] {
        [.game(game, in: club), .member(me, in: club)]
    }

    func fragment(problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let boardPart = LiveFragment.Part(topics: Self.topics(of: id, for: visit.me, in: visit.club.id)) { version in
            let game = try await board(problem: problem, at: version)
            return try visit.services.templates.render(GameLive(layout: visit.layout, game: game))
        }
        return LiveFragment(visit: visit, parts: [boardPart, chatVisit.part(draft)])
    }

    func record() async throws -> GameRecord {
        guard let record = try await visit.read(queries.game(id)) else { throw Problem.notFound }
        return record
    }
}
