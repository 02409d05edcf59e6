import GameRules
import HTTPTypes
import Postgres

struct GameProposal: Sendable, RowDecodable {
    /// The member who has the crosses, and so the first move, in the first game: the challenger (`from`), the invited member (`to`), or a
    /// random one of the two (`lot`).
    enum Start: String, CaseIterable {
        case from, to, lot
    }

    var variant = TicTacToe.Variant.three
    var start = Start.lot
    /// The maximum number of games: 1, 3 or 5.
    var bestOf = 1
    /// A short text that the challenger adds.
    var words = ""

    static let lengths = [1, 3, 5]
    static let maxWordsLength = 200

    init() {}

    init(_ row: inout Row) throws {
        variant = try row.next()
        start = Start(rawValue: try row.next()) ?? .lot
        bestOf = try row.next()
        words = try row.next()
    }

    /// Fields that are missing have their default values. Throws `Refusal` for a value that the form does not offer, and for a text that is
    /// too long.
    init(_ form: Form) throws {
        words = form.line("words")
        guard let variant = Self.choice(form["variant"], else: variant, TicTacToe.Variant.init(rawValue:)),
            let start = Self.choice(form["starts"], else: start, Start.init(rawValue:)),
            let bestOf = Self.choice(form["best_of"], else: bestOf, { Int($0) }), Self.lengths.contains(bestOf)
        else { throw Refusal(.unprocessableContent, "The challenge could not be read. Choose a board, who starts, and how many games.") }
        guard words.utf16.count <= Self.maxWordsLength else {
            throw Refusal(.unprocessableContent, "That is \(words.utf16.count) characters. The limit is \(Self.maxWordsLength).")
        }
        (self.variant, self.start, self.bestOf) = (variant, start, bestOf)
    }

    /// Reads the fields that are valid, and replaces the others by defaults, to fill in the form again.
    init(asTyped form: Form) {
        variant = TicTacToe.Variant(rawValue: form["variant"]) ?? variant
        start = Start(rawValue: form["starts"]) ?? start
        bestOf = form.number("best_of").flatMap { Self.lengths.contains($0) ? $0 : nil } ?? bestOf
        words = form.line("words")
    }

    private static func choice<Value>(_ text: String, else standard: Value, _ parse: (String) -> Value?) -> Value? {
        text.isEmpty ? standard : parse(text)
    }

    init(rematchOf variant: TicTacToe.Variant, hadCrosses: Bool) {
        self.variant = variant
        start = hadCrosses ? .to : .from
    }
}
