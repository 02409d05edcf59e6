import Hummingbird
import NIOCore
import Postgres
import Web

/// An error that a visitor may read: what happened, and what to do next. All other errors become "Something went wrong".
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    var title: String
    var detail: String
    var retryAfter: Int?
    /// The methods that the address supports, for the `Allow` header.
    var allowed: String?
    var action = Action.home

    struct Action: Sendable {
        var label: String
        var href: String
        static let home = Action(label: "Go to the front page", href: "/")
    }

    static let notFound = Problem(
        status: .notFound, title: "Page not found",
        detail: "This page does not exist, or you may not see it. Check the address, or go to the front page.")

    static func outdatedForm(loadedFrom page: String) -> Problem {
        Problem(
            status: .forbidden, title: "That form is out of date",
            detail: "Nothing was changed. Load the page again, then send the form again.",
            action: Action(label: "Load the page again", href: page))
    }

    static let unavailable = Problem(
        status: .serviceUnavailable, title: "One moment, please",
        detail: "The site is not available right now.", retryAfter: 3)

    static func notAllowed(_ allowed: String) -> Problem {
        Problem(
            status: .methodNotAllowed, title: "That does not work here", detail: "This address cannot be used in that way.",
            allowed: allowed)
    }

    static let tooLarge = Problem(
        status: .contentTooLarge, title: "The form is too large", detail: "It is larger than this site accepts. Nothing was changed.")

    static let tooSlow = Problem(
        status: .requestTimeout, title: "That took too long", detail: "The form did not arrive. Nothing was changed. Send it again.")

    static func malformed(_ detail: String) -> Problem {
        Problem(status: .unprocessableContent, title: "That did not work", detail: detail)
    }

    static func tooMany(seconds: Int) -> Problem {
        Problem(
            status: .tooManyRequests, title: "A little slower, please",
            detail: "That was a lot in a short time. Try again in \(wait(seconds)).", retryAfter: seconds)
    }

    /// A duration in words, for a sentence: "a second", "40 seconds", "2 minutes".
    static func wait(_ seconds: Int) -> String {
        if seconds > 90 { return "\((seconds + 59) / 60) minutes" }
        return seconds == 1 ? "a second" : "\(seconds) seconds"
    }
}

extension Problem {
    /// Converts an error to a problem that a visitor may read. Nil if the error must be logged and its text hidden from the visitor.
    init?(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as Refusal:
            self = .malformed(refusal.sentence)
            (status, retryAfter) = (refusal.status, refusal.retryAfter)
        case let error as DatabaseError where StorageLimit(error) != nil:
            guard let refusal = StorageLimit(error)?.refusal else { return nil }
            self = .malformed(refusal.sentence)
            status = refusal.status
        // A person was joining the club while its last member left, so the club was deleted.
        case let error as DatabaseError where ["club_deleted", "members_club_id_fkey"].contains(error.constraint): self = .notFound
        case let error as DatabaseError where error.constraint == "access_proof":
            self = .malformed(
                "The sign-in methods of this account were changed at the same moment. Your change was not saved. Please try again.")
            status = .conflict
        case let error as DatabaseError where error.isTransient: self = .unavailable
        // The text has a NUL, which PostgreSQL cannot store, or breaks a CHECK constraint that is stricter than the form.
        case DatabaseError.unstorable: self = .malformed("The form has something in it that we cannot store. Nothing was changed.")
        case DatabaseError.refused(let error) where ["22021", "23514"].contains(error.sqlState):
            self = .malformed("The form has something in it that we cannot store. Nothing was changed.")
        // The visitor has disconnected, so nobody reads this.
        case DatabaseError.cancelled, is CancellationError: self = .unavailable
        case is NIOTooManyBytesError, BodyFault.tooLarge: self = .tooLarge
        case BodyFault.tooSlow: self = .tooSlow
        case let error as HTTPError where error.status == .notFound: self = .notFound
        case let error as HTTPError where error.status.kind == .clientError: self = .malformed("The request could not be read.")
        default: return nil
        }
    }
}

extension RateLimiter {
    /// Takes one token of a rate limit for `subject`. Throws `Problem` 429 with the seconds to wait if no token is left.
    func spend(_ limit: Limit, by subject: some Hashable) throws {
        if let seconds = secondsToWait(limit, by: subject) { throw Problem.tooMany(seconds: seconds) }
    }
}
