import GameRules
import Postgres

struct DemoSlides {
    let scene: DemoScene
    private let queries = SlideItQueries()

    func play() async throws {
        let shuffles: [(shuffle: [UInt8], isSolved: Bool)] = [
            ([8, 7], true), ([6, 3, 2], true), ([8, 5, 4, 7], true), ([6, 5, 2, 1, 4], false),
        ]
        for (number, (shuffle, isSolved)) in shuffles.enumerated() {
            let game = NewSlideItGame(SlideItLevel.at(number + 1), shuffle: shuffle)
            guard let id = try await scene.write(queries.create(game, by: scene.ana)), isSolved else { continue }
            _ = try await scene.write(
                queries.storeMoves(shuffle.reversed(), changes: shuffle.count, after: 0, isHome: true, in: id, by: scene.ana))
        }
    }
}
