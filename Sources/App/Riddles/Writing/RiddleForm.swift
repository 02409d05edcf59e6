import Emoji
import GameRules
import Postgres

struct NewRiddle: Sendable {
    var audience: Riddle.Audience
    var emoji: String
    var solution: String
    var kind: Riddle.Kind
    var hints: [String]
    /// The number of hours after which the next hint opens. Nil if a hint opens when the receiver asks for it.
    var hintHours: Int?
    /// The number of words in the solution. Nil if the sender hides this number.
    var words: Int?
}

struct RiddleForm: Sendable {
    static let hintHours = [1, 6, 24]
    /// The number of Unicode scalars of the emoji field that a refused form shows again at most.
    private static let longestEmoji = 500

    var emoji = ""
    var solution = ""
    var kind = Riddle.Kind.free
    var hints = [String](repeating: "", count: Riddle.maxHints)
    var hintHours: Int?
    var showsWords = true
    var audience = Riddle.Audience.members
    var chosen: [ID<Member>] = []
    var names = ""
    var origin: ID<Riddle>?
    /// An error message about a choice that the form does not offer. Nil if all choices are valid.
    private(set) var choiceProblem: String?
    private(set) var emojiProblem: String?
    private(set) var solutionProblem: String?
    private(set) var hintProblems = [String?](repeating: nil, count: Riddle.maxHints)
    var receiverProblem: String?
    private var normalizedEmoji = ""

    init() {}

    init(_ form: Form) {
        // The field is read unchanged, because invisible characters are refused, not removed.
        let sent = form["emoji"]
        emoji = String(sent.unicodeScalars.prefix(Self.longestEmoji))
        solution = form.line("solution")
        (kind, audience) = (Riddle.Kind(rawValue: form["kind"]) ?? .free, Riddle.Audience(rawValue: form["audience"]) ?? .members)
        if !Riddle.Audience.choices.contains(audience) { audience = .members }
        if kind.rawValue != form["kind"] { choiceProblem = "Choose a kind of riddle from the list." }
        if audience.rawValue != form["audience"] { choiceProblem = "Choose who receives it." }
        hints = (1...Riddle.maxHints).map { form.line("hint\($0)") }
        hintHours = form.number("hint_hours").flatMap { Self.hintHours.contains($0) ? $0 : nil }
        showsWords = form["shows_words"] == "1"
        chosen = form.values("to").compactMap { ID($0) }
        names = form.line("names")
        origin = ID(form["origin"])
        check(sent)
    }

    private mutating func check(_ sent: String) {
        do {
            normalizedEmoji = try EmojiText.divide(sent, limit: Riddle.maxEmoji).map(\.text).joined()
        } catch {
            emojiProblem = error.sentence
        }
        solutionProblem = Self.problem(with: solution, longest: Riddle.longestSolution, missing: "Write the solution.")
        if solutionProblem == nil, WordCount.of(solution) == 0 { solutionProblem = "Write the solution in words." }
        for index in hints.indices where !hints[index].isEmpty {
            hintProblems[index] = Self.problem(with: hints[index], longest: Riddle.longestHint, missing: "")
        }
        if audience == .members, chosen.isEmpty, names.handles.isEmpty { receiverProblem = "Choose who receives it." }
        if audience == .members, chosen.count + names.handles.count > Riddle.maxReceivers {
            receiverProblem = "You can choose at most \(Riddle.maxReceivers) people. Send it to the whole club instead, or leave some out."
        }
    }

    private static func problem(with text: String, longest: Int, missing: String) -> String? {
        if text.isEmpty { return missing }
        let length = text.unicodeScalars.count
        return length > longest ? "That is \(length) characters. The limit is \(longest)." : nil
    }

    var isValid: Bool {
        choiceProblem == nil && emojiProblem == nil && solutionProblem == nil && receiverProblem == nil
            && hintProblems.allSatisfy { $0 == nil }
    }

    /// The riddle that the form describes. The form must be valid.
    var riddle: NewRiddle {
        NewRiddle(
            audience: audience, emoji: normalizedEmoji, solution: solution, kind: kind, hints: hints.filter { !$0.isEmpty },
            hintHours: hintHours, words: showsWords ? WordCount.of(solution) : nil)
    }
}
