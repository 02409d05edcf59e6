import Crypto
import FoundationEssentials
import GameRules
import Hummingbird
import Postgres

/// One game, looked at or played by one member.
struct GameTable: Sendable {
    let visit: MemberVisit
    let id: ID<Game>
    private let queries = GameQueries()
    private static let shownLines = 50

    init(_ visit: MemberVisit) throws {
        self.visit = visit
        id = try visit.visit.identifier("game")
    }

    var path: String { "\(visit.club.path)/games/\(id)" }

    /// The game and its newest lines, in one round trip at most. Throws `Problem.notFound`.
    func view(
        problem: String? = nil, text: String = "", textProblem: String? = nil, version: Int? = nil
    ) async throws -> (game: Game, chat: Chat) {
        let (record, sequel, lines) = try await rows(at: version)
        guard let record else { throw Problem.notFound }
        var chat = Chat(lines, path: path, visit: visit)
        chat.text = text
        chat.problem = textProblem
        var game = try Game(record, sequel: sequel, visit: visit, problem: problem)
        if let line = lines.last, line.author.id != visit.me {
            game.announcement += "\n\(line.author.displayName) writes: \(line.text.replacing("\n", with: " "))"
        }
        return (game, chat)
    }

    private typealias Rows = (GameRecord?, Sequel?, [LineRecord])

    /// With a version, all who have been woken for the same news share one reading.
    private func rows(at version: Int?) async throws -> Rows {
        guard let version else { return try await rows() }
        return try await visit.services.sharedReads.value(of: .game(id, in: visit.club.id), at: version) { try await rows() }
    }

    private func rows() async throws -> Rows {
        try await visit.read(queries.game(id), LobbyQueries().sequel(of: id), queries.newestLines(of: id, limit: Self.shownLines))
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

    // MARK: Playing

    /// Plays `cell` on the board as it stood at `ply`. Throws `Refusal`. A move that was sent twice counts once.
    func play(_ cell: Int, ply: Int) async throws {
        let record = try await record()
        guard let mine = record.mark(of: visit.me) else { throw Refusal(.forbidden, "You are watching this game; only its players move.") }
        if record.has(cell, at: ply, by: mine) { return }
        if record.isFinished { throw Refusal(.conflict, "This game is over.") }
        guard ply == record.moves.count else { throw Refusal.stale }
        guard record.turn == mine else { throw Refusal(.conflict, "It is \(record.player(mine.opponent).person.displayName)’s turn.") }
        try await store(cell, after: record)
    }

    private func store(_ cell: Int, after record: GameRecord) async throws {
        var position = try record.position()
        do {
            try position.play(cell)
        } catch .taken {
            throw Refusal(.conflict, "That square is taken. Choose another.")
        } catch {
            throw Refusal(.unprocessableContent, "There is no such square.")
        }
        let (outcome, ending) = position.outcome.stored
        do {
            try await advance(record, cell: cell, outcome: outcome, ending: ending)
        } catch let refusal as Refusal {
            // The same move, sent twice at once, may have been the faster one.
            let (now, ply) = (try await self.record(), record.moves.count)
            guard let mine = now.mark(of: visit.me), now.has(cell, at: ply, by: mine) else { throw refusal }
        }
    }

    /// The player gives up.
    func resign() async throws {
        let record = try await record()
        guard let mine = record.mark(of: visit.me) else {
            throw Refusal(.forbidden, "You are watching this game; only its players resign.")
        }
        if record.isFinished { throw Refusal(.conflict, "This game is over.") }
        try await advance(record, cell: nil, outcome: mine == .x ? "o" : "x", ending: "resignation")
    }

    private func advance(_ record: GameRecord, cell: Int?, outcome: String, ending: String?) async throws {
        let changed = try await visit.write(
            queries.advance(id, ply: record.moves.count, cell: cell, outcome: outcome, ending: ending))
        guard changed == 1 else { throw Refusal.stale }
        let club = visit.club.id
        visit.services.announcer.announce(
            .game(id, in: club), .member(record.x.person.id, in: club), .member(record.o.person.id, in: club))
        if ending != nil { visit.services.announcer.announce(.lobby(club)) }
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
        let (record, _) = try await visit.write(queries.game(id), queries.add(text, to: id, by: visit.me, nonce: nonce))
        guard record != nil else { throw Problem.notFound }
        visit.services.announcer.announce(.game(id, in: visit.club.id))
    }
}

/// A move or a line that was refused: one sentence, shown beside the board as it now stands.
struct Refusal: Error {
    var status: HTTPResponse.Status
    var sentence: String
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ sentence: String) {
        (self.status, self.sentence) = (status, sentence)
    }

    static let stale = Refusal(.conflict, "The game has moved on. This is the board as it stands now.")
}

extension TicTacToe.Outcome {
    /// The values of `games.outcome` and `games.ending`.
    var stored: (outcome: String, ending: String?) {
        switch self {
        case .running: ("running", nil)
        case .won(.x, _): ("x", "line")
        case .won(.o, _): ("o", "line")
        case .drawn: ("draw", "board")
        }
    }
}
