/// Keeps IGDB's rate limits of "4 requests per second" and "up to 8 open requests at any moment in time" for all users of one client id.
public protocol RequestGate: Sendable {
    /// Waits until a request may be sent. Returns a function to call when the request has ended. Nil if the wait would pass `end`.
    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)?
}
