import Synchronization

/// Reads shared content only once after each change: all polls that waited for the same change share one read.
///
/// A read is shared for a second at most. So if this instance was not told of a change, it uses outdated content for no more than a second.
final class SharedReads: Sendable {
    /// One read of a topic's content, and its result when the read has finished.
    private struct Reading {
        /// The latest version of any topic when the read began. The result shows every change up to this version.
        var version: Int
        var began: ContinuousClock.Instant
        var task: any Sendable
        let result: Result
    }

    private final class Result: Sendable {
        let value = Mutex<(any Sendable)?>(nil)
    }

    private struct State {
        var readings: [Topic: Reading] = [:]
        var lastCleanup = ContinuousClock.now
    }

    private let live: Live
    private let state = Mutex(State())
    private let clock = ContinuousClock()
    private let lifetime: Duration

    init(live: Live, lifetime: Duration = .seconds(1)) {
        self.live = live
        self.lifetime = lifetime
    }

    /// The result of `read` for `topic`. If an earlier result of another request shows every change up to `version`, returns that result.
    func value<Value: Sendable>(
        of topic: Topic, at version: Int, _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await reading(of: topic, at: version, read).value
    }

    /// Like `value(of:at:_:)`, but returns the task that reads, for callers that do other work meanwhile.
    func reading<Value: Sendable>(
        of topic: Topic, at version: Int, _ read: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let (now, latest) = (clock.now, live.latestVersion)
        return state.withLock { state in
            if let reading = state.readings[topic], reading.version >= version, now - reading.began < lifetime,
                let task = reading.task as? Task<Value, any Error>
            {
                return task
            }
            let result = Result()
            let task = Task {
                do {
                    let value = try await read()
                    result.value.withLock { $0 = value }
                    return value
                } catch {
                    // The next request reads again.
                    self.state.withLock { if $0.readings[topic]?.began == now { $0.readings[topic] = nil } }
                    throw error
                }
            }
            removeOld(&state, now)
            state.readings[topic] = Reading(version: latest, began: now, task: task, result: result)
            return task
        }
    }

    /// The result of a finished read. The result shows every change up to `version`. Nil if there is none.
    func finished<Value: Sendable>(of topic: Topic, at version: Int) -> Value? {
        state.withLock { state in
            guard let reading = state.readings[topic], reading.version >= version, clock.now - reading.began < lifetime else { return nil }
            return reading.result.value.withLock { $0 as? Value }
        }
    }

    /// Removes reads that are too old to be shared. Does so at most once per `lifetime`, because thousands of new reads may begin in a
    /// second.
    private func removeOld(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard now - state.lastCleanup >= lifetime else { return }
        state.readings = state.readings.filter { now - $0.value.began < lifetime }
        state.lastCleanup = now
    }
}
