import FoundationEssentials
import HTMLTemplates

/// Asks for confirmation before the score is reset, and offers to undo the last reset.
struct ResetPracticePage: Page {
    static let template = "practice/reset"
    var layout: Layout
    var clubName: String
    var history: String
    var action: String
    /// The total of each game, for example "12 games and 140 points of Wordley".
    var totals: [String]
    var hasTotals: Bool
    /// The time until which the last reset can be undone. Nil if the score was never reset, or if it is too late.
    var undoneUntil: Moment?
    private static let undoPeriod = 30 * 86_400.0

    init(_ totals: [PracticeTotal], _ settings: PracticeSettings, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        history = visit.club.path + "/practice/history"
        action = visit.club.path + "/practice/reset"
        self.totals = totals.map { total in
            "\(total.games == 1 ? "One game" : "\(total.games) games") and \(total.points) points of \(total.game.title)"
        }
        hasTotals = !totals.isEmpty
        undoneUntil = settings.resetAt.map { $0 + Self.undoPeriod }.flatMap { $0 > Date() ? Moment($0) : nil }
    }
}
