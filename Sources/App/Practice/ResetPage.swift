import FoundationEssentials
import HTMLTemplates

/// Where one is asked whether the score shall begin anew, and takes that back.
struct ResetPracticePage: Page {
    static let template = "practice/reset"
    var layout: Layout
    var clubName: String
    var history: String
    var action: String
    /// "12 games and 140 points of Wordley"; none: there is nothing.
    var totals: [String]
    var hasTotals: Bool
    /// Until when it can be undone; nil: there is nothing to undo.
    var undoneUntil: Moment?
    private static let kept = 30 * 86_400.0

    init(_ totals: [PracticeTotal], _ settings: PracticeSettings, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        history = visit.club.path + "/practice/history"
        action = visit.club.path + "/practice/reset"
        self.totals = totals.map { total in
            "\(total.games == 1 ? "One game" : "\(total.games) games") and \(total.points) points of \(total.game.title)"
        }
        hasTotals = !totals.isEmpty
        undoneUntil = settings.resetAt.map { $0 + Self.kept }.flatMap { $0 > Date() ? Moment($0) : nil }
    }
}
