import FoundationEssentials

/// Caches one value. Callers that need it at the same time share one fetch.
package actor Kept<Value: Sendable, Failure: Error> {
    package typealias Fetch = @Sendable () async throws(Failure) -> Value

    private let now: @Sendable () -> Date
    private let fetch: Fetch
    private var value: (value: Value, time: Date)?
    private var failure: (failure: Failure, time: Date)?
    private var fetching: Task<Result<Value, Failure>, Never>?
    /// Seconds during which a failed fetch is not repeated, and its error is thrown again.
    private static var failureLifetime: TimeInterval { 3 }

    package init(now: @escaping @Sendable () -> Date, fetch: @escaping Fetch) { (self.now, self.fetch) = (now, fetch) }

    /// Returns the cached value, or fetches it again if it is `age` seconds old or older.
    package func value(youngerThan age: TimeInterval) async throws(Failure) -> Value { try await value { _ in age } }

    /// Returns the cached value, or fetches it again if it is older than the seconds that `life` returns for it.
    package func value(_ life: @Sendable (Value) -> TimeInterval) async throws(Failure) -> Value {
        if let value, isYounger(value.time, life(value.value)) { return value.value }
        if let failure, isYounger(failure.time, Self.failureLifetime) { throw failure.failure }
        let task = fetching ?? Task { await fetched() }
        fetching = task
        return try await task.value.get()
    }

    private func fetched() async -> Result<Value, Failure> {
        let result: Result<Value, Failure>
        do throws(Failure) {
            let fetched = try await fetch()
            (value, failure, result) = ((fetched, now()), nil, .success(fetched))
        } catch {
            (failure, result) = ((error, now()), .failure(error))
        }
        fetching = nil
        return result
    }

    /// A time in the future is not young, as it means that the clock was set back.
    private func isYounger(_ time: Date, _ age: TimeInterval) -> Bool { (0..<max(0, age)).contains(now().timeIntervalSince(time)) }
}
