import HTMLTemplates

/// Where a line or a photo of somebody else is reported, or its author blocked.
struct ReportForm: ViewModel {
    var action: String
    /// "message"
    var subject: String
    /// What its author did with it: "wrote".
    var deed: String
    var reasons: [Choice]
    var isReported: Bool
    /// False: nobody but its author could judge it: then there is nothing to report.
    var hasJudge: Bool
    /// Where its author is blocked.
    var blocks: String
    var member: String
    var name: String

    init(_ action: String, _ subject: String, _ deed: String, by author: PersonRecord, _ state: ReportState, club: Club) {
        (self.action, self.subject, self.deed) = (action, subject, deed)
        (isReported, hasJudge) = (state.isReported, state.hasJudge)
        reasons = Report.Reason.allCases.map { Choice(value: $0.rawValue, label: $0.words) }
        blocks = club.path + "/blocks"
        (member, name) = (author.id.description, author.displayName)
    }
}
