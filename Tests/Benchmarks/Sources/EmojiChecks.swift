import ArgumentParser
import Emoji
import Foundation

/// Checks texts of twelve emoji from all groups. Some emoji have a skin tone, some lack their variation selectors, and every tenth text
/// ends with a letter and must be rejected. Prints for each round how many texts are checked in a second of CPU time.
struct EmojiChecks: AsyncParsableCommand {
    @Option var rounds = 5
    @Option(help: "How long a round lasts.") var seconds = 1.0

    func run() async throws {
        let texts = Self.texts()
        var rates: [Double] = []
        for _ in 0...rounds {
            var (checked, used) = (0, 0)
            while used < Int(seconds * 1e9) {
                let start = threadCPU()
                let whole = texts.count { (try? EmojiText.divide($0, limit: 12).count) == 12 }
                used += threadCPU() - start
                checked += texts.count
                guard whole == texts.count * 9 / 10 else { throw ValidationError("\(whole) of \(texts.count) were accepted") }
            }
            rates.append(Double(checked) / Double(used) * 1e9)
        }
        // The first round is only a warm-up.
        say(String(decoding: try JSONEncoder().encode(["rates": Array(rates.dropFirst())]), as: UTF8.self))
    }

    private static func texts() -> [String] {
        let emoji = EmojiCatalogue.shared.groups.flatMap(\.emoji)
        return (0..<1_000).map { number in
            let text = (0..<12).map { place in
                let one = emoji[(number * 131 + place * 977) % emoji.count]
                return place % 3 == 0 ? one.text(in: .dark) : place % 3 == 1 ? one.text.replacing("\u{FE0F}", with: "") : one.text
            }.joined()
            return number % 10 == 9 ? String(text.dropLast()) + "a" : text
        }
    }
}
