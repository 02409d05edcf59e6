import FoundationEssentials

/// A value that is fetched once for all who wait for it, and kept for a while.
actor Kept<Value: Sendable> {
    typealias Fetch = @Sendable () async throws(OpenIDFailure) -> Value

    private let now: @Sendable () -> Date
    private let fetch: Fetch
    private var value: (value: Value, time: Date)?
    private var failure: (failure: OpenIDFailure, time: Date)?
    private var fetching: Task<Result<Value, OpenIDFailure>, Never>?
    /// For how long a failure answers those who come after it.
    private static var patience: TimeInterval { 3 }

    init(now: @escaping @Sendable () -> Date, fetch: @escaping Fetch) { (self.now, self.fetch) = (now, fetch) }

    /// - Parameter age: seconds after which it is fetched again.
    func value(youngerThan age: TimeInterval) async throws(OpenIDFailure) -> Value {
        if let value, isYounger(value.time, age) { return value.value }
        if let failure, isYounger(failure.time, Self.patience) { throw failure.failure }
        let task = fetching ?? Task { await fetched() }
        fetching = task
        return try await task.value.get()
    }

    private func fetched() async -> Result<Value, OpenIDFailure> {
        let result: Result<Value, OpenIDFailure>
        do throws(OpenIDFailure) {
            let fetched = try await fetch()
            (value, failure, result) = ((fetched, now()), nil, .success(fetched))
        } catch {
            (failure, result) = ((error, now()), .failure(error))
        }
        fetching = nil
        return result
    }

    /// Nothing is from the future: a clock that was set back makes it old.
    private func isYounger(_ time: Date, _ age: TimeInterval) -> Bool { (0..<age).contains(now().timeIntervalSince(time)) }
}
