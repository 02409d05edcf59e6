import GameRules
import Postgres

struct DemoGames {
    let scene: DemoScene

    func play() async throws {
        let (ana, ben, carmen) = (scene.ana, scene.ben, scene.carmen)
        if let game = try await game(ana, ben, moves: [4, 0, 2, 6, 3, 5, 1, 7, 8]) {
            try await scene.say(in: .game(game), (ana, "Nobody wins on this pier."), (ben, "Best of a hundred, then?"))
        }
        if let game = try await game(ben, carmen, moves: [0, 4, 8, 2, 6, 3, 7]) {
            try await scene.say(in: .game(game), (ben, "Two rows at once, sorry!"), (carmen, "I saw it one move too late 😄"))
        }
        _ = try await game(carmen, ana, moves: [0, 4, 1, 2, 8, 6])
        if let game = try await game(ana, carmen, moves: [4, 0, 8]) {
            try await scene.say(in: .game(game), (ana, "Your move. I am in the queue for the big wheel, no hurry."))
        }
    }

    /// Starts a game and plays `moves` until the game ends. The member `x` is the challenger and plays crosses.
    private func game(_ x: ID<Member>, _ o: ID<Member>, moves: [Int]) async throws -> ID<Game>? {
        let (lobby, games) = (LobbyQueries(), GameQueries())
        guard let challenge = try await scene.write(lobby.createChallenge(from: x, to: o, GameProposal())),
            let game = try await scene.write(lobby.accept(challenge, by: o, challengerStartsIfRandom: true))
        else { return nil }
        var position = TicTacToe(GameProposal().variant)
        for cell in moves where position.turn != nil {
            let ply = position.ply
            try position.play(cell)
            let (outcome, ending) = position.outcome.stored
            let step = games.advance(game, ply: ply, cells: [cell], outcome: outcome, ending: ending)
            if ending == nil {
                try await scene.write(step)
            } else if let record = try await scene.read(games.game(game)) {
                try await RatingUpdate(scene.services.database, in: scene.club).end(record, outcome: outcome, by: step)
            }
        }
        return game
    }
}
