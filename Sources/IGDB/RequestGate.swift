/// Lets requests through as IGDB's limits have it, "4 requests per second" and "up to 8 open requests at any moment in time", however many
/// programs ask with one client id.
public protocol RequestGate: Sendable {
    /// Waits for a place. Returns how it is given back once the answer is here; nil: there was none in time.
    func enter(by end: ContinuousClock.Instant) async throws -> (@Sendable () async -> Void)?
}
