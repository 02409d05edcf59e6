import FoundationEssentials
import Synchronization
import Web

/// The versions of topics, and the polls that are held (made to wait) until one of their topics changes. The data itself is in PostgreSQL.
/// A new version is only a hint that the data may have changed.
///
/// All versions come from one counter. When there are too many topics, all their versions are deleted. A topic without a version counts as
/// changed at the version `floor`, so that at worst the same data is read again.
final class Live: Sendable {
    struct Wait: Sendable {
        var topics: [Topic]
        /// The poll waits until one of `topics` has a version that is higher than this.
        var version: Int
        var deadline: ContinuousClock.Instant
        /// The session of the request. The number of waiting requests of each session is limited.
        var requester: UUID?
    }

    private struct Waiter {
        var wait: Wait
        var poll: Poll
    }

    struct Status: Sendable {
        var held: Int
        var topics: Int
        var watched: Int
        var ended: [(String, Int)]
    }

    private struct Ended {
        var changed = 0, timedOut = 0, refused = 0, clientGone = 0

        mutating func add(_ count: Int, as outcome: Poll.Outcome) {
            switch outcome {
            case .changed: changed += count
            case .timedOut: timedOut += count
            case .refused: refused += count
            case .clientGone: clientGone += count
            }
        }
    }

    private struct State {
        var counter = 0
        var floor = 0
        var versions: [Topic: Int] = [:]
        var waiters: [ObjectIdentifier: Waiter] = [:]
        var waiting: [Topic: Set<ObjectIdentifier>] = [:]
        var held: [UUID?: Int] = [:]
        var ended = Ended()
        var isClosed = false
    }

    /// A random text that identifies this run of this instance. Versions are valid only in the run that created them.
    let runID: String
    private let state = Mutex(State())
    /// The same value as `State.counter`, for reads without the lock.
    private let latest = Atomic(0)
    let limit: Int
    private let limitPerRequester: Int
    private static let rememberedTopics = 50_000

    init(limit: Int = 10_000, limitPerRequester: Int = .max) {
        self.limit = limit
        self.limitPerRequester = limitPerRequester
        runID = String(UInt64.random(in: .min ... .max), radix: 36)
    }

    var heldCount: Int { state.withLock { $0.waiters.count } }

    var status: Status {
        state.withLock { state in
            let ended = state.ended
            return Status(
                held: state.waiters.count, topics: state.versions.count, watched: state.waiting.count,
                ended: [
                    ("changed", ended.changed), ("timed out", ended.timedOut), ("refused", ended.refused),
                    ("client gone", ended.clientGone),
                ])
        }
    }

    var latestVersion: Int { latest.load(ordering: .acquiring) }

    /// The highest version of `topics`. Call this function before the data of the topics is read, so that no change is missed.
    func version(of topics: [Topic]) -> Int {
        state.withLock { state in topics.reduce(state.floor) { max($0, state.versions[$1] ?? 0) } }
    }

    func change(_ topics: some Sequence<Topic>) {
        let woken = state.withLock { state in
            state.counter += 1
            if state.versions.count > Self.rememberedTopics {
                state.versions = [:]
                state.floor = state.counter
            }
            var woken: [Waiter] = []
            for topic in topics {
                state.versions[topic] = state.counter
                for id in state.waiting[topic] ?? [] { Self.remove(id, from: &state).map { woken.append($0) } }
            }
            state.ended.add(woken.count, as: .changed)
            latest.store(state.counter, ordering: .releasing)
            return woken
        }
        for waiter in woken { waiter.poll.end(.changed) }
    }

    /// Counts all topics as changed, because this instance may have missed changes in other instances.
    func changeAll() {
        finish(as: .changed) { state in
            state.counter += 1
            state.floor = state.counter
            state.versions = [:]
            latest.store(state.counter, ordering: .releasing)
            return Array(state.waiters.keys)
        }
    }

    /// Makes `poll` wait until a topic changes, the deadline passes, or `end` is called. Returns nil if the poll waits now, else the reason
    /// why it does not wait.
    func hold(_ poll: Poll, _ wait: Wait) -> Poll.Outcome? {
        state.withLock { state in
            guard !state.isClosed else { return .timedOut }
            guard state.waiters.count < limit, state.held[wait.requester, default: 0] < limitPerRequester else {
                state.ended.refused += 1
                return .refused
            }
            let current = wait.topics.reduce(state.floor) { max($0, state.versions[$1] ?? 0) }
            guard current <= wait.version else { return .changed }
            let id = ObjectIdentifier(poll)
            state.waiters[id] = Waiter(wait: wait, poll: poll)
            state.held[wait.requester, default: 0] += 1
            for topic in wait.topics { state.waiting[topic, default: []].insert(id) }
            return nil
        }
    }

    func end(_ poll: Poll, as outcome: Poll.Outcome) { finish(as: outcome) { _ in [ObjectIdentifier(poll)] } }

    func sweep(now: ContinuousClock.Instant) {
        finish { state in state.waiters.compactMap { $0.value.wait.deadline <= now ? $0.key : nil } }
    }

    func close() {
        finish { state in
            state.isClosed = true
            return Array(state.waiters.keys)
        }
    }

    private func finish(as outcome: Poll.Outcome = .timedOut, _ choose: (inout State) -> [ObjectIdentifier]) {
        let ended = state.withLock { state in
            let ended = choose(&state).compactMap { Self.remove($0, from: &state) }
            state.ended.add(ended.count, as: outcome)
            return ended
        }
        for waiter in ended { waiter.poll.end(outcome) }
    }

    private static func remove(_ id: ObjectIdentifier, from state: inout State) -> Waiter? {
        guard let waiter = state.waiters.removeValue(forKey: id) else { return nil }
        let others = (state.held[waiter.wait.requester] ?? 1) - 1
        state.held[waiter.wait.requester] = others > 0 ? others : nil
        for topic in waiter.wait.topics {
            state.waiting[topic]?.remove(id)
            if state.waiting[topic]?.isEmpty == true { state.waiting[topic] = nil }
        }
        return waiter
    }
}
