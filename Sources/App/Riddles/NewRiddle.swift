import Emoji
import GameRules
import Postgres

/// A riddle as it is stored.
struct NewRiddle: Sendable {
    var audience: Riddle.Audience
    var emoji: String
    var solution: String
    var kind: Riddle.Kind
    var hints: [String]
    /// A hint opens each time so many hours have passed; nil: when it is asked for.
    var hintHours: Int?
    /// Of the solution; nil: nobody is told.
    var words: Int?
}

/// What is written where a riddle is made, with what is wrong with it.
struct RiddleForm: Sendable {
    static let hintHours = [1, 6, 24]
    /// Scalars that come back in the form, where it is refused.
    private static let longestEmoji = 500

    var emoji = ""
    var solution = ""
    var kind = Riddle.Kind.free
    var hints = [String](repeating: "", count: Riddle.mostHints)
    var hintHours: Int?
    var showsWords = true
    var audience = Riddle.Audience.members
    /// Those that are ticked.
    var chosen: [ID<Member>] = []
    /// User names, as they are written.
    var names = ""
    /// The riddle that is sent on.
    var origin: ID<Riddle>?
    /// Something was chosen that is not there to choose.
    private(set) var choiceProblem: String?
    private(set) var emojiProblem: String?
    private(set) var solutionProblem: String?
    private(set) var hintProblems = [String?](repeating: nil, count: Riddle.mostHints)
    /// What is wrong with whom it is for.
    var receiverProblem: String?
    /// Normalised.
    private var stored = ""

    init() {}

    init(_ form: Form) {
        // As it was sent: what cannot be seen is refused, not left out.
        let sent = form["emoji"]
        emoji = String(sent.unicodeScalars.prefix(Self.longestEmoji))
        solution = form.line("solution")
        (kind, audience) = (Riddle.Kind(rawValue: form["kind"]) ?? .free, Riddle.Audience(rawValue: form["audience"]) ?? .members)
        if !Riddle.Audience.choices.contains(audience) { audience = .members }
        if kind.rawValue != form["kind"] { choiceProblem = "Choose what it is: a saying, a film, or what else is in the list." }
        if audience.rawValue != form["audience"] { choiceProblem = "Choose for whom it is." }
        hints = (1...Riddle.mostHints).map { form.line("hint\($0)") }
        hintHours = form.number("hint_hours").flatMap { Self.hintHours.contains($0) ? $0 : nil }
        showsWords = form["shows_words"] == "1"
        chosen = form.values("to").compactMap { ID($0) }
        names = form.line("names")
        origin = ID(form["origin"])
        check(sent)
    }

    private mutating func check(_ sent: String) {
        do {
            stored = try EmojiText.divide(sent, limit: Riddle.mostEmoji).map(\.text).joined()
        } catch {
            emojiProblem = error.sentence
        }
        solutionProblem = Self.problem(with: solution, longest: Riddle.longestSolution, missing: "Write what it means.")
        if solutionProblem == nil, WordCount.of(solution) == 0 { solutionProblem = "Write it in words." }
        for index in hints.indices where !hints[index].isEmpty {
            hintProblems[index] = Self.problem(with: hints[index], longest: Riddle.longestHint, missing: "")
        }
        if audience == .members, chosen.isEmpty, names.handles.isEmpty { receiverProblem = "Choose for whom it is." }
        if audience == .members, chosen.count + names.handles.count > Riddle.mostReceivers {
            receiverProblem = "\(Riddle.mostReceivers) people fit. Send it to the whole club instead, or leave some out."
        }
    }

    private static func problem(with text: String, longest: Int, missing: String) -> String? {
        if text.isEmpty { return missing }
        let length = text.unicodeScalars.count
        return length > longest ? "That is \(length) characters; \(longest) fit." : nil
    }

    var isValid: Bool {
        choiceProblem == nil && emojiProblem == nil && solutionProblem == nil && receiverProblem == nil
            && hintProblems.allSatisfy { $0 == nil }
    }

    /// Of a form that is valid.
    var riddle: NewRiddle {
        NewRiddle(
            audience: audience, emoji: stored, solution: solution, kind: kind, hints: hints.filter { !$0.isEmpty }, hintHours: hintHours,
            words: showsWords ? WordCount.of(solution) : nil)
    }
}
