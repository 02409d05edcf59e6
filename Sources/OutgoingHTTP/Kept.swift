import FoundationEssentials

/// A value that is fetched once for all who wait for it, and kept for a while.
package actor Kept<Value: Sendable, Failure: Error> {
    package typealias Fetch = @Sendable () async throws(Failure) -> Value

    private let now: @Sendable () -> Date
    private let fetch: Fetch
    private var value: (value: Value, time: Date)?
    private var failure: (failure: Failure, time: Date)?
    private var fetching: Task<Result<Value, Failure>, Never>?
    /// For how long a failure answers those who come after it.
    private static var patience: TimeInterval { 3 }

    package init(now: @escaping @Sendable () -> Date, fetch: @escaping Fetch) { (self.now, self.fetch) = (now, fetch) }

    /// - Parameter age: seconds after which it is fetched again.
    package func value(youngerThan age: TimeInterval) async throws(Failure) -> Value { try await value { _ in age } }

    /// - Parameter life: seconds after which one is fetched again, by what it is.
    package func value(_ life: @Sendable (Value) -> TimeInterval) async throws(Failure) -> Value {
        if let value, isYounger(value.time, life(value.value)) { return value.value }
        if let failure, isYounger(failure.time, Self.patience) { throw failure.failure }
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

    /// Nothing is from the future: a clock that was set back makes it old.
    private func isYounger(_ time: Date, _ age: TimeInterval) -> Bool { (0..<max(0, age)).contains(now().timeIntervalSince(time)) }
}
