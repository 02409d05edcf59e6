import ArgumentParser
import Foundation
import GameRules

/// Requests a hint in random games of each size. Prints the CPU time of the slowest hint in milliseconds, by size and round. This includes
/// the first hint on 3 by 3, which builds the table that the later ones use.
struct SlideHints: AsyncParsableCommand {
    @Option var rounds = 5
    @Option(help: "How many games a round has of each size.") var games = 40

    func run() async throws {
        var generator = SystemRandomNumberGenerator()
        var dearest: [String: [Double]] = [:]
        for size in SlidePuzzle.sizes {
            dearest["\(size)"] = try (0..<rounds).map { _ in
                try (0..<games).map { _ in
                    let (puzzle, shuffle) = SlidePuzzle.shuffled(size: size, moves: 50 * size, using: &generator)
                    let start = threadCPU()
                    let way = SlideWay.home(from: puzzle, known: shuffle.reversed())
                    let used = threadCPU() - start
                    guard puzzle.after(way.moves)?.isHome == true else { throw ValidationError("a way does not lead home") }
                    return Double(used) / 1e6
                }.max() ?? 0
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        say(String(decoding: try encoder.encode(dearest), as: UTF8.self))
    }
}
