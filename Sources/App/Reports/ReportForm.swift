import HTMLTemplates

struct ReportForm: ViewModel {
    var action: String
    /// The thing that can be reported: "message" or "photo".
    var subject: String
    /// The verb for what the author has done: "wrote" or "shared".
    var authorVerb: String
    var reasons: [Choice]
    var isReported: Bool
    /// True if the club has an admin who is not the author. Otherwise nobody can decide about a report, so a report is not possible.
    var hasJudge: Bool
    var blocks: String
    var member: String
    var name: String

    init(_ action: String, _ subject: String, _ authorVerb: String, by author: PersonRecord, _ state: ReportState, club: Club) {
        (self.action, self.subject, self.authorVerb) = (action, subject, authorVerb)
        (isReported, hasJudge) = (state.isReported, state.hasJudge)
        reasons = Report.Reason.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        blocks = club.path + "/blocks"
        (member, name) = (author.id.description, author.displayName)
    }
}
