import Synchronization

/// What many look at is read once when it changes: all who wake for the same news share one reading of it.
///
/// For those who have been woken only. Whoever opens a page, or comes back after a hold without news, reads for themselves, so that a
/// lost announcement costs one hold at most.
final class SharedReads: Sendable {
    private struct Reading {
        /// The latest version of any topic when the reading began, which therefore shows every change up to it.
        var version: Int
        var began: ContinuousClock.Instant
        var task: any Sendable
    }

    private let live: Live
    private let readings = Mutex<[Topic: Reading]>([:])
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
        let (now, latest) = (clock.now, live.latestVersion)
        let task = readings.withLock { readings in
            if let reading = readings[topic], reading.version >= version, now - reading.began < lifetime,
                let task = reading.task as? Task<Value, any Error>
            {
                return task
            }
            let task = Task {
                do {
                    return try await read()
                } catch {
                    // The next one tries anew.
                    self.readings.withLock { $0[topic] = nil }
                    throw error
                }
            }
            readings = readings.filter { now - $0.value.began < lifetime }
            readings[topic] = Reading(version: latest, began: now, task: task)
            return task
        }
        return try await task.value
    }
}
