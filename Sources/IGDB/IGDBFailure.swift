/// The reason why a request to IGDB failed. The client has written `reason` to the log before it throws this error.
public struct IGDBFailure: Error, Sendable {
    public var sentence: String
    /// The message for the log. It contains no token, no secret and no search text.
    public var reason: String
    var isTemporary = false
    /// The number of seconds after which IGDB allows the next request. Nil if IGDB does not say.
    var retryAfter: Int?
    /// Whether the circuit breaker counts this failure. It does not if the request was wrong, or if this site is too busy.
    var countsAsOutage = true

    static func unavailable(_ reason: String, isTemporary: Bool = false, retryAfter: Int? = nil) -> IGDBFailure {
        IGDBFailure(
            sentence: "IGDB is not answering now. Please try again in a few minutes.", reason: reason, isTemporary: isTemporary,
            retryAfter: retryAfter)
    }

    static func busy(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Many people are looking for games at IGDB now. Please try again in a minute.", reason: reason,
            countsAsOutage: false)
    }

    static func paused() -> IGDBFailure {
        IGDBFailure(
            sentence: "IGDB has not been answering, so we do not ask it for a while. Please try again in a few minutes.",
            reason: "requests are paused", countsAsOutage: false)
    }

    static func unreadable(_ reason: String, countsAsOutage: Bool = true) -> IGDBFailure {
        IGDBFailure(
            sentence: "What IGDB answered could not be read. Nothing of it is shown.", reason: reason, countsAsOutage: countsAsOutage)
    }

    /// Another instance of the server has sent the same search, but has not received an answer in time.
    public static let unanswered = IGDBFailure.unavailable("the search of another instance was not answered")

    static func misconfigured(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Looking for games at IGDB is not set up right. Please tell the people who run this site.", reason: reason)
    }
}
