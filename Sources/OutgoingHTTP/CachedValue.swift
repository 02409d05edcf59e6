import FoundationEssentials

/// Caches one value that has to be fetched. Callers that need the value at the same time share one fetch.
package actor CachedValue<Value: Sendable, Failure: Error> {
    package typealias Fetch = @Sendable () async throws(Failure) -> Value

    private let now: @Sendable () -> Date
    private let fetch: Fetch
    private var value: (value: Value, time: Date)?
    private var failure: (failure: Failure, time: Date)?
    private var fetching: Task<Result<Value, Failure>, Never>?
    /// The number of seconds after a failed fetch in which callers get its error, without another fetch.
    private static var failureLifetime: TimeInterval { 3 }

    package init(now: @escaping @Sendable () -> Date, fetch: @escaping Fetch) { (self.now, self.fetch) = (now, fetch) }

    /// Returns the cached value. If it is `age` seconds old or older, it is fetched again.
    package func value(youngerThan age: TimeInterval) async throws(Failure) -> Value { try await value { _ in age } }

    /// Returns the cached value. `life` returns the number of seconds for which a value may be used. After that, it is fetched again.
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

    /// Whether `time` is less than `age` seconds ago. The result is false for a time in the future, which means that the clock was set
    /// back.
    private func isYounger(_ time: Date, _ age: TimeInterval) -> Bool { (0..<max(0, age)).contains(now().timeIntervalSince(time)) }
}
