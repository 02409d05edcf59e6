import HTMLTemplates

struct RiddleRulesPage: Page {
    static let template = "riddles/how"
    var layout: Layout
    var riddles, new: String
}
