import HTTPTypes

/// A move or a line that was refused: one sentence, shown beside the board as it now stands.
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
