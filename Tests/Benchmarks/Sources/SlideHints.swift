import ArgumentParser
import Foundation
import GameRules

/// Asks for a hint in games of each size at random. Prints the milliseconds of one core that the dearest took, by size and round by round;
/// the first of all is in it, which finds what the others use.
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
