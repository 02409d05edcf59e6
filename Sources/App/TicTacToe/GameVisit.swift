import Hummingbird
import Postgres

/// One game, looked at or played by one member.
struct GameVisit: Sendable {
    let visit: MemberVisit
    let id: ID<Game>
    let queries = GameQueries()

    init(_ visit: MemberVisit) throws {
        self.visit = visit
        id = try visit.identifier("game")
    }

    var path: String { "\(visit.club.path)/games/\(id)" }

    var talk: Talk { Talk(visit, in: .game(id)) }

    /// The game and its newest lines, in one round trip. Throws `Problem.notFound`.
    /// - Parameter shownPly: the position to show, of a game's history; nil: the present one.
    func page(problem: String? = nil, draft: Draft = Draft(), shownPly: Int? = nil) async throws -> (game: Game, chat: Chat) {
        let (record, matchState, sequel, lines) = try await visit.read(
            queries.game(id), queries.matchState(of: id), LobbyQueries().sequel(of: id), talk.newest)
        let game = try Self.game((record, matchState, sequel), shownPly: shownPly, visit: visit, problem: problem)
        return (game, Chat(lines, in: talk.room, visit: visit, draft: draft))
    }

    /// The board as it stands. Throws `Problem.notFound`.
    func board(problem: String? = nil, at version: Int? = nil) async throws -> Game {
        try Self.game(try await rows(at: version), visit: visit, problem: problem)
    }

    private typealias Rows = (GameRecord?, MatchState?, Sequel?)

    private static func game(_ rows: Rows, shownPly: Int? = nil, visit: MemberVisit, problem: String?) throws -> Game {
        guard let record = rows.0, let matchState = rows.1 else { throw Problem.notFound }
        return try Game(record, matchState, sequel: rows.2, shownPly: shownPly, visit: visit, problem: problem)
    }

    /// With a version, all who have been woken for the same news share one reading.
    private func rows(at version: Int?) async throws -> Rows {
        guard let version else { return try await rows() }
        return try await visit.services.sharedReads.value(of: .game(id, in: visit.club.id), at: version) { try await rows() }
    }

    private func rows() async throws -> Rows {
        try await visit.read(queries.game(id), queries.matchState(of: id), LobbyQueries().sequel(of: id))
    }

    static func topics(of game: ID<Game>, for me: ID<Member>, in club: ID<Club>) -> [Topic] {
        [.game(game, in: club), .member(me, in: club)]
    }

    func fragment(problem: String? = nil, draft: Draft = Draft()) -> LiveFragment {
        let table = LiveFragment.Part(topics: Self.topics(of: id, for: visit.me, in: visit.club.id)) { version in
            let game = try await board(problem: problem, at: version)
            return try visit.services.templates.render(GameLive(layout: visit.layout, game: game))
        }
        return LiveFragment(visit: visit, parts: [table, talk.part(draft)])
    }

    func record() async throws -> GameRecord {
        guard let record = try await visit.read(queries.game(id)) else { throw Problem.notFound }
        return record
    }
}
