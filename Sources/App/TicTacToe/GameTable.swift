import Crypto
import FoundationEssentials
import Hummingbird
import Postgres

/// One game, looked at or played by one member.
struct GameTable: Sendable {
    let visit: MemberVisit
    let id: ID<Game>
    let queries = GameQueries()
    static let shownLines = 50

    init(_ visit: MemberVisit) throws {
        self.visit = visit
        id = try visit.visit.identifier("game")
    }

    var path: String { "\(visit.club.path)/games/\(id)" }

    /// The game and its newest lines, in one round trip at most. Throws `Problem.notFound`.
    /// - Parameter shownPly: the position to show, of a game's history; nil: the present one.
    func view(
        problem: String? = nil, text: String = "", textProblem: String? = nil, version: Int? = nil, shownPly: Int? = nil
    ) async throws -> (game: Game, chat: Chat) {
        let (record, situation, sequel, lines) = try await rows(at: version)
        guard let record, let situation else { throw Problem.notFound }
        var chat = Chat(lines, limit: Self.shownLines, path: path, visit: visit)
        chat.text = text
        chat.problem = textProblem
        var game = try Game(record, situation, sequel: sequel, shownPly: shownPly, visit: visit, problem: problem)
        if let line = lines.last, line.author.id != visit.me, !line.isRemoved {
            game.announcement += "\n\(line.author.displayName) writes: \(line.text.replacing("\n", with: " "))"
        }
        return (game, chat)
    }

    private typealias Rows = (GameRecord?, Situation?, Sequel?, [LineRecord])

    /// With a version, all who have been woken for the same news share one reading.
    private func rows(at version: Int?) async throws -> Rows {
        guard let version else { return try await rows() }
        return try await visit.services.sharedReads.value(of: .game(id, in: visit.club.id), at: version) { try await rows() }
    }

    private func rows() async throws -> Rows {
        try await visit.read(
            queries.game(id), queries.situation(of: id), LobbyQueries().sequel(of: id),
            LineQueries().lines(of: id, limit: Self.shownLines + 1))
    }

    static func topics(of game: ID<Game>, for me: ID<Member>, in club: ID<Club>) -> [Topic] {
        [.game(game, in: club), .member(me, in: club)]
    }

    func fragment(problem: String? = nil, text: String = "", textProblem: String? = nil) -> LiveFragment {
        LiveFragment(visit: visit, topics: Self.topics(of: id, for: visit.me, in: visit.club.id)) { version in
            let (game, chat) = try await view(problem: problem, text: text, textProblem: textProblem, version: version)
            return try visit.services.templates.render(GameLive(layout: visit.layout, game: game, chat: chat))
        }
    }

    func record() async throws -> GameRecord {
        guard let record = try await visit.read(queries.game(id)) else { throw Problem.notFound }
        return record
    }

    // MARK: Talking

    /// Stores a line once, however often it is sent. Throws `Refusal` and `Problem`.
    func say(_ text: String, nonce: String) async throws {
        guard !text.isEmpty else { throw Refusal(.unprocessableContent, "Write something first.") }
        // Counted as the browser's own limit counts.
        let length = text.utf16.count
        guard length <= 500 else { throw Refusal(.unprocessableContent, "That is \(length) characters; 500 fit. Shorten it a little.") }
        try visit.services.limiter.spend(.line, by: "\(visit.club.id)/\(visit.me)")
        // Of the nonce and the words: the same line twice is one line, other words under an old nonce are another.
        let nonce = RandomText.encode(Array(SHA256.hash(data: Data((nonce + "\0" + text).utf8)))[..<18])
        let (record, _) = try await visit.write(queries.game(id), LineQueries().add(text, to: id, by: visit.me, nonce: nonce))
        guard record != nil else { throw Problem.notFound }
        visit.services.announcer.announce(.game(id, in: visit.club.id))
    }

    /// Takes one's own line back, or brings it back. Throws `Problem.notFound`.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>) async throws {
        guard try await visit.write(LineQueries().setRemoved(isRemoved, line, of: id, by: visit.me)) == 1 else { throw Problem.notFound }
        visit.services.announcer.announce(.game(id, in: visit.club.id))
    }

    /// The lines before one. Throws `Problem.notFound`.
    func talk(before line: ID<LineRecord>) async throws -> Chat {
        let (record, lines) = try await visit.read(queries.game(id), LineQueries().lines(of: id, before: line, limit: Self.shownLines + 1))
        guard record != nil else { throw Problem.notFound }
        return Chat(lines, limit: Self.shownLines, path: path, visit: visit)
    }
}
