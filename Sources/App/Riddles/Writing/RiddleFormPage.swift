import HTMLTemplates
import Postgres

struct RiddleFormPage: Page {
    static let template = "riddles/form"
    var layout: Layout
    var riddlesPath: String
    var how: String
    var action: String
    var emoji: EmojiField
    var solution: String
    var solutionProblem: String?
    var longestSolution: Int
    var kinds: [Choice]
    var hints: [HintField]
    var longestHint: Int
    var hasHints: Bool
    var opening: [Choice]
    var showsWords: Bool
    var audiences: [Choice]
    var people: [ReceiverChoice]
    var names: String
    var receiverProblem: String?
    var origin: String?
    var problem: String?
    var problems: [FieldProblem]

    init(_ form: RiddleForm, people: [PersonRecord], problem: String?, visit: MemberVisit) {
        layout = visit.layout
        riddlesPath = visit.club.path + "/riddles"
        how = riddlesPath + "/how"
        action = riddlesPath
        emoji = EmojiField(form.emoji, problem: form.emojiProblem, visit: visit)
        (solution, solutionProblem, longestSolution) = (form.solution, form.solutionProblem, Riddle.longestSolution)
        kinds = Riddle.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == form.kind) }
        hints = form.hints.enumerated().map { index, text in
            HintField(number: index + 1, text: text, problem: form.hintProblems[index])
        }
        longestHint = Riddle.longestHint
        hasHints = form.hints.contains { !$0.isEmpty } || form.hintHours != nil
        opening =
            [Choice(value: "", label: "When somebody asks for one", isChosen: form.hintHours == nil)]
            + RiddleForm.hintHours.map { hours in
                Choice(
                    value: "\(hours)", label: hours == 1 ? "One every hour" : "One every \(hours) hours", isChosen: form.hintHours == hours)
            }
        showsWords = form.showsWords
        audiences = Riddle.Audience.choices.map { audience in
            let label =
                switch audience {
                case .club: "The whole club"
                case .link: "Somebody without an account, by a link"
                default: "Members I choose"
                }
            return Choice(value: audience.rawValue, label: label, isChosen: audience == form.audience)
        }
        self.people = people.map { person in
            ReceiverChoice(id: person.id.description, person: person.person(in: visit.club), isChosen: form.chosen.contains(person.id))
        }
        (names, receiverProblem, origin) = (form.names, form.receiverProblem, form.origin?.description)
        self.problem = problem ?? form.choiceProblem
        problems = FieldProblem.list([
            "emoji": form.emojiProblem, "solution": form.solutionProblem, "hint1": form.hintProblems[0], "hint2": form.hintProblems[1],
            "hint3": form.hintProblems[2], "receivers": form.receiverProblem,
        ])
    }
}

struct HintField: ViewModel {
    var number: Int
    var text: String
    var problem: String?
}

struct ReceiverChoice: ViewModel {
    var id: String
    var person: Person
    var isChosen: Bool
}
