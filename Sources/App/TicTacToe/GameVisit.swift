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

    /// The game and its newest messages, read in one round trip. Throws `Problem.notFound` if there is no such game.
    /// - Parameter shownPly: the number of moves in the past position to show. If it is nil, the current position is shown.
    func page(problem: String? = nil, draft: Draft = Draft(), shownPly: Int? = nil) async throws -> (game: Game, chat: Chat) {
        let (record, matchState, sequel, messages) = try await visit.read(
            queries.game(id), queries.matchState(of: id), LobbyQueries().nextGame(after: id), chatVisit.newest)
        let game = try Self.game((record, matchState, sequel), shownPly: shownPly, visit: visit, problem: problem)
        return (game, Chat(messages, in: chatVisit.room, visit: visit, draft: draft))
    }

    /// The game with its current board. Throws `Problem.notFound` if there is no such game.
    /// - Parameter version: the version number of the topic of the game, if a change of the game has woken a long poll. In all other cases
    ///   nil.
    func board(problem: String? = nil, at version: Int? = nil) async throws -> Game {
        try Self.game(try await rows(at: version), visit: visit, problem: problem)
    }

    private typealias Rows = (GameRecord?, MatchState?, NextGame?)

    private static func game(_ rows: Rows, shownPly: Int? = nil, visit: MemberVisit, problem: String?) throws -> Game {
        guard let record = rows.0, let matchState = rows.1 else { throw Problem.notFound }
        return try Game(record, matchState, sequel: rows.2, shownPly: shownPly, visit: visit, problem: problem)
    }

    /// If `version` is not nil, all requests that the same change has woken share one read from the database.
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
