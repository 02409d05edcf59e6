/// Keeps IGDB's rate limits, "4 requests per second" and "up to 8 open requests at any moment in time". They apply to all users of one
/// client id together.
public protocol RequestGate: Sendable {
    /// Waits until a request may be sent. Returns a function that the caller must call when the request has ended. Returns nil if the wait
    /// would last longer than until `end`.
    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)?
}
