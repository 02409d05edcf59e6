import Synchronization

/// What many look at is read once when it changes: all who wake for the same news share one reading of it, and so do all who look at
/// the lobby.
///
/// A reading lives for a second at most, so that a lost announcement costs no more than that besides the hold of a poll.
final class SharedReads: Sendable {
    private struct Reading {
        /// The latest version of any topic when the reading began, which therefore shows every change up to it.
        var version: Int
        var began: ContinuousClock.Instant
        var task: any Sendable
        let result: Result
    }

    /// What a reading has given, once it has.
    private final class Result: Sendable {
        let value = Mutex<(any Sendable)?>(nil)
    }

    private struct State {
        var readings: [Topic: Reading] = [:]
        /// When those were dropped last whose time is over.
        var tidied = ContinuousClock.now
    }

    private let live: Live
    private let state = Mutex(State())
    private let clock = ContinuousClock()
    private let lifetime: Duration

    init(live: Live, lifetime: Duration = .seconds(1)) {
        self.live = live
        self.lifetime = lifetime
    }

    /// What `read` gives of `topic`, or gave to somebody else, if that shows every change up to `version`.
    func value<Value: Sendable>(
        of topic: Topic, at version: Int, _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await reading(of: topic, at: version, read).value
    }

    /// The same, for whoever has other things to do until it is there.
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
                    // The next one tries anew.
                    self.state.withLock { if $0.readings[topic]?.began == now { $0.readings[topic] = nil } }
                    throw error
                }
            }
            tidy(&state, now)
            state.readings[topic] = Reading(version: latest, began: now, task: task, result: result)
            return task
        }
    }

    /// The same, if it is there already.
    func finished<Value: Sendable>(of topic: Topic, at version: Int) -> Value? {
        state.withLock { state in
            guard let reading = state.readings[topic], reading.version >= version, clock.now - reading.began < lifetime else { return nil }
            return reading.result.value.withLock { $0 as? Value }
        }
    }

    /// Not at every reading: there may be thousands a second.
    private func tidy(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard now - state.tidied >= lifetime else { return }
        state.readings = state.readings.filter { now - $0.value.began < lifetime }
        state.tidied = now
    }
}
