import GameRules
import Postgres

/// What players do at a table. Each throws `Refusal` with a sentence when it cannot be done.
extension GameVisit {
    /// Plays `cell` on the board as it stood at `ply`. A move that was sent twice counts once.
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
        var cells = [cell]
        if let strength = record.machine.flatMap({ TicTacToe.Machine.Strength(rawValue: $0) }),
            let reply = await strength.move(in: position)
        {
            cells.append(reply)
            // The machine plays by the rules.
            try position.play(reply)
        }
        do {
            try await ending.advance(record, cells: cells, position.outcome.stored)
        } catch let refusal as Refusal {
            // The same move, sent twice at once, may have been the faster one.
            let (now, ply) = (try await self.record(), record.moves.count)
            guard let mine = now.mark(of: visit.me), now.has(cell, at: ply, by: mine) else { throw refusal }
        }
    }

    /// The player gives up. Before both have moved there is nothing to win: the game dissolves.
    func resign() async throws {
        for attempt in 1... {
            let (record, mine) = try await running("resign")
            do {
                return try await ending.advance(
                    record, cells: [], record.isBegun ? (mine == .x ? "o" : "x", "resignation") : Self.dissolved)
            } catch let refusal as Refusal where attempt == 3 {
                throw refusal
            } catch is Refusal {
                // The opponent moved in this very moment, which changes nothing.
            }
        }
    }

    /// Offers a draw, or accepts the opponent's. On the small board a draw comes soon enough by itself.
    func offerDraw() async throws {
        let (record, mine) = try await running("agree on a draw")
        guard record.allowsDraws else { throw Refusal(.conflict, "On this board a draw is played out.") }
        guard record.isBegun else { throw Refusal(.conflict, "Nobody can have a draw before both have moved.") }
        if try await offer()?.isOpen(.draw, by: mine.opponent) == true {
            return try await ending.advance(record, cells: [], ("draw", "agreement"))
        }
        try await make(Offer(kind: .draw, by: mine), record)
    }

    /// Asks to take back the last move of the game as it stood at `ply`, or lets the opponent take back theirs. The machine always lets one,
    /// and takes back its answer. What was asked or allowed twice counts once.
    func takeBack(ply: Int) async throws {
        let (record, mine) = try await running("take back a move")
        guard ply == record.moves.count else { return }
        if record.machine != nil {
            guard record.turn == mine, record.moves.count >= 2 else { throw Refusal(.conflict, "There is no move of yours to take back.") }
            return try await takeBack(2, record)
        }
        if try await offer()?.isOpen(.takeback, by: mine.opponent) == true { return try await takeBack(1, record) }
        guard record.turn == mine.opponent, !record.moves.isEmpty else {
            throw Refusal(.conflict, "Only the last move can be taken back, by whoever made it.")
        }
        try await make(Offer(kind: .takeback, by: mine), record)
    }

    private func takeBack(_ count: Int, _ record: GameRecord) async throws {
        guard try await visit.write(queries.takeBack(count, of: id, ply: record.moves.count)) == 1 else { throw Refusal.stale }
        ending.announce(record, isOver: false)
    }

    /// The opponent's offer is declined, which is said; playing on does the same.
    func decline(_ kind: Offer.Kind) async throws {
        let (record, mine) = try await running("answer that")
        let offer = Offer(kind: kind, by: mine.opponent)
        guard try await visit.write(queries.decline(offer, in: id, ply: record.moves.count)) == 1 else { return }
        ending.announce(record, isOver: false)
    }

    private func offer() async throws -> Offer? { try await visit.read(queries.matchState(of: id))?.offer }

    /// One that waits for its answer stays, whoever made it.
    private func make(_ offer: Offer, _ record: GameRecord) async throws {
        guard try await visit.write(queries.make(offer, in: id, ply: record.moves.count)) == 1 else {
            if try await self.offer() == offer { return }
            throw Refusal.stale
        }
        ending.announce(record, isOver: false)
    }

    /// Whoever leaves a game on their turn for longer than `Absence.limit` may lose by it, if both were there when it began.
    func claim() async throws {
        let (record, mine) = try await running("claim the win")
        guard record.turn == mine.opponent else { throw Refusal(.conflict, "It is your turn.") }
        guard record.isBegun, let matchState = try await visit.read(queries.matchState(of: id)), matchState.isLive else {
            throw Refusal(.conflict, "Nobody loses this game by being away.")
        }
        guard matchState.silence(of: mine.opponent) >= Absence.limit else {
            throw Refusal(.conflict, "\(record.player(mine.opponent).person.displayName) is back, or was here a moment ago.")
        }
        try await ending.advance(record, cells: [], (mine.stored, "absence"))
    }

    private static let dissolved: TicTacToe.Outcome.Stored = ("void", "dissolution")

    /// The game, if it runs, and my mark in it.
    private func running(_ deed: String) async throws -> (GameRecord, TicTacToe.Mark) {
        let record = try await record()
        guard let mine = record.mark(of: visit.me) else {
            throw Refusal(.forbidden, "You are watching this game; only its players \(deed).")
        }
        if record.isFinished { throw Refusal(.conflict, "This game is over.") }
        return (record, mine)
    }

    private var ending: GameEnding { GameEnding(visit.services.database, visit.services.announcer, in: visit.club.id) }
}

extension TicTacToe.Outcome {
    typealias Stored = (outcome: String, ending: String?)

    /// The values of `games.outcome` and `games.ending`.
    var stored: Stored {
        switch self {
        case .running: ("running", nil)
        case .won(.x, _): ("x", "line")
        case .won(.o, _): ("o", "line")
        case .drawn: ("draw", "board")
        }
    }
}

extension TicTacToe.Machine.Strength {
    /// The machine's move, thought out on another thread than the connections'; nil when the game is over.
    func move(in position: TicTacToe) async -> Int? {
        await Task.detached {
            var generator = SystemRandomNumberGenerator()
            return TicTacToe.Machine(self).move(in: position, using: &generator)
        }.value
    }

    var name: String {
        switch self {
        case .easy: "Easy"
        case .fair: "Fair"
        case .strong: "Strong"
        }
    }
}

extension TicTacToe.Mark {
    /// The value of `games.offer_by`, and of `games.outcome` for whoever wins.
    var stored: String { self == .x ? "x" : "o" }
}
