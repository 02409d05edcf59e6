import GameRules
import HTTPTypes
import Postgres

/// What a challenge says is to be played.
struct Proposal: Sendable, RowDecodable {
    /// Who has the crosses, and so the first move, in the first game.
    enum Start: String, CaseIterable {
        case from, to, lot
    }

    var variant = TicTacToe.Variant.three
    var start = Start.lot
    /// 1, 3 or 5 games at most.
    var bestOf = 1
    /// A line to go with it.
    var words = ""

    static let lengths = [1, 3, 5]
    static let longestWords = 200

    init() {}

    init(_ row: inout Row) throws {
        variant = try row.next()
        start = Start(rawValue: try row.next()) ?? .lot
        bestOf = try row.next()
        words = try row.next()
    }

    /// What is missing is as in a plain challenge. Throws `Refusal` for what nobody could have chosen.
    init(_ form: Form) throws {
        words = form.line("words")
        guard let variant = Self.choice(form["variant"], else: variant, TicTacToe.Variant.init(rawValue:)),
            let start = Self.choice(form["starts"], else: start, Start.init(rawValue:)),
            let bestOf = Self.choice(form["best_of"], else: bestOf, { Int($0) }), Self.lengths.contains(bestOf)
        else { throw Refusal(.unprocessableContent, "That was no challenge we can read. Choose a board, who starts, and how many games.") }
        guard words.utf16.count <= Self.longestWords else {
            throw Refusal(.unprocessableContent, "The line is \(words.utf16.count) characters long; \(Self.longestWords) fit.")
        }
        (self.variant, self.start, self.bestOf) = (variant, start, bestOf)
    }

    /// What of it can be read, to be shown again.
    init(asTyped form: Form) {
        variant = TicTacToe.Variant(rawValue: form["variant"]) ?? variant
        start = Start(rawValue: form["starts"]) ?? start
        bestOf = form.number("best_of").flatMap { Self.lengths.contains($0) ? $0 : nil } ?? bestOf
        words = form.line("words")
    }

    private static func choice<Value>(_ text: String, else standard: Value, _ parse: (String) -> Value?) -> Value? {
        text.isEmpty ? standard : parse(text)
    }

    /// The next game after one of `variant`: sides are swapped.
    init(rematchOf variant: TicTacToe.Variant, hadCrosses: Bool) {
        self.variant = variant
        start = hadCrosses ? .to : .from
    }
}
