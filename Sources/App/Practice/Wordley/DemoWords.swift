import GameRules
import Postgres

struct DemoWords {
    let scene: DemoScene
    private let queries = WordleyQueries()

    func play() async throws {
        let games = [
            ("boat", ["road", "boat"]), ("wind", ["ship", "wine", "wind"]), ("salt", ["sand", "salt"]), ("cake", ["lake", "bake", "cake"]),
            ("gold", ["sand", "gold"]), ("fish", ["dish"]),
        ]
        for (answer, guesses) in games {
            let game = NewWordleyGame(WordleyLevel.at(WordleyLevel.first), answer: answer)
            guard let id = try await scene.write(queries.create(game, by: scene.ana)) else { continue }
            for (count, guess) in guesses.enumerated() {
                _ = try await scene.write(queries.addGuess(guess, after: count, in: id, mayBeHard: false, by: scene.ana))
            }
        }
    }
}
