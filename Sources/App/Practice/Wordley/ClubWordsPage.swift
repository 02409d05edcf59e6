import GameRules
import HTMLTemplates
import Hummingbird
import Postgres

struct ClubWordsPage: Page {
    static let template = "wordley/words"
    var layout: Layout
    var clubName: String
    var settings: String
    var action: String
    var removal: String
    var text: String
    var problem: String?
    var problems: [FieldProblem]
    var words: [String]
    var hasWords: Bool

    static func path(in club: Club) -> String { club.path + "/practice/words" }

    init(_ words: [String], text: String, problem: String?, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        settings = visit.club.path + "/practice/settings"
        action = Self.path(in: visit.club)
        removal = action + "/removal"
        self.text = String(text.prefix(5000))
        self.problem = problem
        problems = FieldProblem.list(["words": problem])
        (self.words, hasWords) = (words, !words.isEmpty)
    }
}
