import GameRules
import Postgres

/// The actions of players in a game. An action throws a `Refusal` if it is not possible.
extension GameVisit {
    /// Puts the member's mark on the square `cell`. The game must have `ply` moves before. If the same move is sent twice, it counts once.
    func play(_ cell: Int, ply: Int) async throws {
        let record = try await record()
        guard let mine = record.mark(of: visit.me) else {
            throw Refusal(.forbidden, "You are watching this game. Only its players can move.")
        }
        if record.hasMove(cell, at: ply, by: mine) { return }
        if record.isFinished { throw Refusal(.conflict, "This game is over.") }
        guard ply == record.moves.count else { throw Refusal.stale }
        guard record.turn == mine else { throw Refusal(.conflict, "It is \(record.player(mine.opponent).person.displayName)’s turn.") }
        try await storeMove(cell, after: record)
    }

    private func storeMove(_ cell: Int, after record: GameRecord) async throws {
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
            // This does not throw, because the machine makes only legal moves.
            try position.play(reply)
        }
        do {
            try await store.advance(record, cells: cells, position.outcome.stored)
        } catch let refusal as Refusal {
            // Another request with the same move may have been faster.
            let (current, ply) = (try await self.record(), record.moves.count)
            guard let mine = current.mark(of: visit.me), current.hasMove(cell, at: ply, by: mine) else { throw refusal }
        }
    }

    /// Resigns the game. If the players have not both moved yet, the game is called off and nobody loses.
    func resign() async throws {
        for attempt in 1... {
            let (record, mine) = try await runningGame(to: "resign")
            do {
                return try await store.advance(
                    record, cells: [], record.bothHaveMoved ? (mine == .x ? "o" : "x", "resignation") : GameRecord.calledOff)
            } catch let refusal as Refusal where attempt == 3 {
                throw refusal
            } catch is Refusal {
                // The opponent has moved at the same time. The resignation is tried again.
            }
        }
    }

    /// Offers a draw, or accepts the opponent's offer of a draw. Nobody can offer a draw on the small board, because its games are short.
    /// Nobody can offer a draw to the machine.
    func offerOrAcceptDraw() async throws {
        let (record, mine) = try await runningGame(to: "agree on a draw")
        guard record.allowsDraws else { throw Refusal(.conflict, "On this board, players cannot agree on a draw.") }
        guard record.bothHaveMoved else { throw Refusal(.conflict, "You can offer a draw after both players have moved.") }
        if try await currentOffer()?.isOpen(.draw, by: mine.opponent) == true {
            return try await store.advance(record, cells: [], ("draw", "agreement"))
        }
        try await create(Offer(kind: .draw, by: mine), record)
    }

    /// Asks to take back the last move, or accepts the opponent's request to take back the last move. The machine always agrees, and takes
    /// back its reply as well. Nothing happens if the game does not have `ply` moves. A request that is sent twice therefore counts once.
    func takeBack(ply: Int) async throws {
        let (record, mine) = try await runningGame(to: "take back a move")
        guard ply == record.moves.count else { return }
        if record.machine != nil {
            guard record.turn == mine, record.moves.count >= 2 else { throw Refusal(.conflict, "You have no move to take back.") }
            return try await takeBack(2, record)
        }
        if try await currentOffer()?.isOpen(.takeback, by: mine.opponent) == true { return try await takeBack(1, record) }
        guard record.turn == mine.opponent, !record.moves.isEmpty else {
            throw Refusal(.conflict, "Only the last move can be taken back, and only by the player who made it.")
        }
        try await create(Offer(kind: .takeback, by: mine), record)
    }

    private func takeBack(_ count: Int, _ record: GameRecord) async throws {
        guard try await visit.write(queries.takeBack(count, of: id, ply: record.moves.count)) == 1 else { throw Refusal.stale }
        store.announce(record, isOver: false)
    }

    /// Declines the opponent's offer. The opponent sees that the offer was declined. A move also ends the offer.
    func decline(_ kind: Offer.Kind) async throws {
        let (record, mine) = try await runningGame(to: "answer that")
        let offer = Offer(kind: kind, by: mine.opponent)
        guard try await visit.write(queries.decline(offer, in: id, ply: record.moves.count)) == 1 else { return }
        store.announce(record, isOver: false)
    }

    private func currentOffer() async throws -> Offer? { try await visit.read(queries.matchState(of: id))?.offer }

    /// Stores an offer. An earlier offer that still waits for an answer is not replaced.
    private func create(_ offer: Offer, _ record: GameRecord) async throws {
        guard try await visit.write(queries.create(offer, in: id, ply: record.moves.count)) == 1 else {
            if try await currentOffer() == offer { return }
            throw Refusal.stale
        }
        store.announce(record, isOver: false)
    }

    /// Ends the game with a win over an opponent who has been away for `Absence.limit` seconds on the opponent's turn. This is possible
    /// only if both players were present at the start of the game.
    func claim() async throws {
        let (record, mine) = try await runningGame(to: "claim the win")
        guard record.turn == mine.opponent else { throw Refusal(.conflict, "It is your turn.") }
        guard record.bothHaveMoved, let matchState = try await visit.read(queries.matchState(of: id)), matchState.isLive else {
            throw Refusal(.conflict, "Nobody loses this game by being away.")
        }
        guard matchState.silence(of: mine.opponent) >= Absence.limit else {
            throw Refusal(.conflict, "\(record.player(mine.opponent).person.displayName) is back, or was here a moment ago.")
        }
        try await store.advance(record, cells: [], (mine.stored, "absence"))
    }

    /// The running game and the member's mark. Throws a `Refusal` if the game is over, or if the member is not a player. The sentence for a
    /// member who is not a player contains `action`.
    private func runningGame(to action: String) async throws -> (GameRecord, TicTacToe.Mark) {
        let record = try await record()
        guard let mine = record.mark(of: visit.me) else {
            throw Refusal(.forbidden, "You are watching this game. Only its players can \(action).")
        }
        if record.isFinished { throw Refusal(.conflict, "This game is over.") }
        return (record, mine)
    }

    private var store: GameStore { GameStore(visit.services.database, visit.services.announcer, in: visit.club.id) }
}

extension TicTacToe.Outcome {
    typealias Stored = (outcome: String, ending: String?)

    /// The values of the columns `games.outcome` and `games.ending` for this outcome.
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
    /// The machine's next move. Nil if the game is over. A detached task computes the move.
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
    /// The value that `games.offer_by` has for this mark. It is also the value of `games.outcome` if the player with this mark wins.
    var stored: String { self == .x ? "x" : "o" }
}
