import HTTPTypes

/// Something that is not allowed now, with a sentence that says why. `ClubScopedVisit.answer` shows the sentence on the page with the form.
/// A refusal that no code catches becomes a page of its own.
struct Refusal: Error, CustomStringConvertible {
    var status: HTTPResponse.Status
    var sentence: String
    var retryAfter: Int?
    /// The error that the refusal was made from. Nil if it was not made from an error.
    var cause: (any Error)?

    init(_ status: HTTPResponse.Status, _ sentence: String) {
        (self.status, self.sentence) = (status, sentence)
    }

    /// Converts the problem of a reached rate limit to a refusal, so that the page with the form can show it.
    init(_ problem: Problem) {
        self.init(problem.status, problem.detail)
        retryAfter = problem.retryAfter
    }

    var description: String { sentence }

    static let stale = Refusal(.conflict, "The game has changed in the meantime. This is the board now.")
}
