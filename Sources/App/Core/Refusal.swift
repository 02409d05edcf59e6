import HTTPTypes

/// Something that is not allowed now, in one sentence for the page of the action: `VisitInClub.answer` shows it there. A refusal that
/// nothing catches becomes a page of its own.
struct Refusal: Error, CustomStringConvertible {
    var status: HTTPResponse.Status
    var sentence: String
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ sentence: String) {
        (self.status, self.sentence) = (status, sentence)
    }

    /// For a rate limit that was reached, so that the page of the action can show it.
    init(_ problem: Problem) {
        self.init(problem.status, problem.detail)
        retryAfter = problem.retryAfter
    }

    var description: String { sentence }

    static let stale = Refusal(.conflict, "The game has moved on. This is the board as it stands now.")
}
