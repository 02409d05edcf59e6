import HTTPTypes

/// Something that was refused, in one sentence for the page it was done on: `VisitInClub.answer` shows that page. What nobody catches is a
/// page of its own.
struct Refusal: Error, CustomStringConvertible {
    var status: HTTPResponse.Status
    var sentence: String
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ sentence: String) {
        (self.status, self.sentence) = (status, sentence)
    }

    /// A limit that was reached, said where one was about to do more.
    init(_ problem: Problem) {
        self.init(problem.status, problem.detail)
        retryAfter = problem.retryAfter
    }

    var description: String { sentence }

    static let stale = Refusal(.conflict, "The game has moved on. This is the board as it stands now.")
}
