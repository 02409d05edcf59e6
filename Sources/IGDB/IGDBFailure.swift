/// Why IGDB was of no use. The client has logged `reason` when it throws this.
public struct IGDBFailure: Error, Sendable {
    /// For the page.
    public var sentence: String
    /// For the log: no token, secret, or what was searched.
    public var reason: String
    /// Whether the same request may be answered in a moment.
    var isPassing = false
    /// When IGDB wants to be asked again, in seconds.
    var retryAfter: Int?
    /// Whether it says something of IGDB, and not of a request, or of how much is going on here.
    var isTrouble = true

    static func away(_ reason: String, isPassing: Bool = false, retryAfter: Int? = nil) -> IGDBFailure {
        IGDBFailure(
            sentence: "IGDB is not answering just now. Please try again in a few minutes.", reason: reason, isPassing: isPassing,
            retryAfter: retryAfter)
    }

    /// Too many ask, here.
    static func busy(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Many people are looking for games at IGDB just now. Please try again in a minute.", reason: reason, isTrouble: false)
    }

    /// It has failed too often to be asked at the moment.
    static func resting() -> IGDBFailure {
        IGDBFailure(
            sentence: "IGDB has not been answering, so we leave it alone for a while. Please try again in a few minutes.",
            reason: "left alone", isTrouble: false)
    }

    /// - Parameter isTrouble: else the request was at fault.
    static func unreadable(_ reason: String, isTrouble: Bool = true) -> IGDBFailure {
        IGDBFailure(sentence: "What IGDB answered could not be read. Nothing of it is shown.", reason: reason, isTrouble: isTrouble)
    }

    /// Whoever else asked the same got no answer, or has none yet.
    public static let unanswered = IGDBFailure.away("somebody else's search was not answered")

    static func misconfigured(_ reason: String) -> IGDBFailure {
        IGDBFailure(
            sentence: "Looking for games at IGDB is not set up right. Please tell the people who run this site.", reason: reason)
    }
}
