import IGDB

/// The time limits of work with IGDB that several instances of the server share. They follow from the time limits of `IGDBClient`.
enum IGDBTimeLimits {
    /// How long a claim of a search lasts. It is longer than all attempts of the search, so that no other instance sends the same search
    /// meanwhile.
    static let searchClaim = IGDBClient.attemptPeriod + IGDBClient.requestTimeout + .seconds(6)
    /// How long a member waits for the answer to a search that another instance has sent.
    static let wait = Duration.seconds(10)
    /// How long a slot of the rate limiter stays taken if the instance that has taken it crashes.
    static let slotLease = IGDBClient.requestTimeout + .seconds(4)
    /// How often the background task looks for covers to fetch, such as covers that another instance could not fetch.
    static let coverInterval = Duration.seconds(20)
}
