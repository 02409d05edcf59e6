/// Why a request to IGDB failed. The client has logged `reason` when it throws this.
public struct IGDBFailure: Error, Sendable {
    public var sentence: String
    /// The text for the log. It contains no token, no secret and no search.
    public var reason: String
    var isTemporary = false
    /// Seconds after which IGDB allows the next request. Nil if it does not say.
    var retryAfter: Int?
    /// Whether the failure counts for the circuit breaker. False if the request was wrong, or if this site is too busy.
    var countsAsOutage = true

    static func unavailable(_ reason: String, isTemporary: Bool = false, retryAfter: Int? = nil) -> IGDBFailure {
        IGDBFailure(
            sentence: "IGDB is not answering just now. Please try again in a few minutes.", reason: reason, isTemporary: isTemporary,
            retryAfter: retryAfter)
    }

    static func busy(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Many people are looking for games at IGDB just now. Please try again in a minute.", reason: reason,
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

    /// Another instance sends the same search, and has not got an answer in time.
    public static let unanswered = IGDBFailure.unavailable("the search of another instance was not answered")

    static func misconfigured(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Looking for games at IGDB is not set up right. Please tell the people who run this site.", reason: reason)
    }
}
