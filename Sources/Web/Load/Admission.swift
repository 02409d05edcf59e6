import DequeModule
import Synchronization

/// Limits the number of requests that the server works on at the same time. Each of these requests has a place. Further requests wait in a
/// queue. If the queue has not been empty for a while, requests that have waited too long are refused, so that the other requests are still
/// answered quickly.
///
/// The rule is controlled delay (CoDel, RFC 8289), in the version for servers of Maurer, "Fail at Scale", ACM Queue 2015. In a short burst
/// of requests a request may wait long. In a standing queue, which does not become empty, it may wait only for a short time.
public final class Admission: Sendable {
    /// Limits for the number of requests and for the time that they may wait.
    public struct Limits: Sendable {
        /// The maximum number of requests that are worked on at the same time. It is higher than the number of sign-ins that may wait for
        /// the password hasher, so that sign-ins alone never take all places.
        public var atOnce: Int
        /// The number of requests that may wait in the queue. Further requests are refused at once.
        var queue: Int
        /// The maximum time that a request waits in the queue normally.
        var burstWait: Duration
        /// The maximum time that a request waits in a standing queue.
        var standingWait: Duration
        /// If no place has been free for this time, the queue is a standing queue. The time should be longer than several bursts of
        /// requests, so that the queue of a burst does not count as a standing queue.
        var standing: Duration

        public init(
            atOnce: Int = 64, queue: Int = 2000, burstWait: Duration = .milliseconds(300), standingWait: Duration = .milliseconds(25),
            standing: Duration = .milliseconds(500)
        ) {
            (self.atOnce, self.queue, self.standing) = (atOnce, queue, standing)
            (self.burstWait, self.standingWait) = (burstWait, standingWait)
        }
    }

    private struct Waiter {
        var since: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var working = 0
        var queue = Deque<Waiter>()
        /// Requests that gave their place back while they waited for something, and now need a place again. These requests are never
        /// refused.
        var returning = Deque<CheckedContinuation<Bool, Never>>()
        /// Whether a place has been free since the last request joined the queue.
        var hadRoom = true
        var fullSince = ContinuousClock.now
        var turn = 0
        var refused = 0
        var isWatched = false
    }

    public let limits: Limits
    private let state = Mutex(State())
    /// The number of requests that connections have passed to handlers and not answered yet. It includes requests that wait for a thread.
    /// It does not include held requests (long polls that wait for news).
    private let inside = Atomic(0)
    private let queueLimit: Mutex<QueueLimit>
    /// Whether `inside` was at least `limits.atOnce` when `queueLimit` was last asked.
    private let isCrowded = Atomic(false)
    private let refusedEarly = Atomic(0)

    public init(limits: Limits) {
        self.limits = limits
        queueLimit = Mutex(QueueLimit(atOnce: limits.atOnce, interval: UInt64(limits.standing.nanoseconds)))
    }

    /// The number of requests that connections have passed to handlers, and that are not answered yet. Held requests do not count.
    /// `shedsEarly` limits this number.
    public var insideCount: Int { inside.load(ordering: .relaxed) }

    /// The number of requests that are worked on (`working`), that wait in the queue (`waiting`) and that wait to continue (`returning`)
    /// now, and the number of requests that were refused since the start.
    public struct Status: Sendable { public var working = 0, waiting = 0, returning = 0, refused = 0 }

    public var status: Status {
        let early = refusedEarly.load(ordering: .relaxed)
        return state.withLock {
            Status(working: $0.working, waiting: $0.queue.count, returning: $0.returning.count, refused: $0.refused + early)
        }
    }

    /// Returns whether a request should be refused before the server does any work for it, because too many requests are not answered yet.
    /// If it returns true, the request is counted as refused.
    ///
    /// If the processor is the bottleneck, requests wait for a thread, and have not joined the queue of `Admission` yet. So this check
    /// counts all requests of handlers without an answer (`insideCount`), and not only those in the queue.
    public func shedsEarly(at now: @autoclosure () -> UInt64) -> Bool {
        let waiting = inside.load(ordering: .relaxed) - limits.atOnce
        if waiting < 0, !isCrowded.load(ordering: .relaxed) { return false }
        isCrowded.store(waiting >= 0, ordering: .relaxed)
        let now = now()
        if queueLimit.withLock({ $0.admits(waiting: waiting, at: now) }) { return false }
        refusedEarly.add(1, ordering: .relaxed)
        return true
    }

    /// Counts a request that a connection has passed to its handler.
    func countArrival() { inside.add(1, ordering: .relaxed) }
    /// Stops counting requests that were answered, are held, or belong to a closed connection.
    func countDeparture(_ count: Int = 1) { inside.subtract(count, ordering: .relaxed) }

    /// Takes a place for a request, which may have to wait for a short time. Returns false if the request is refused. If it returns true,
    /// the caller must call `leave` later.
    public func enter() async -> Bool {
        if state.withLock({ takesPlace(&$0) }) { return true }
        return await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if takesPlace(&state) { return true }
                guard state.queue.count < limits.queue else {
                    state.refused += 1
                    return false
                }
                let now = ContinuousClock.now
                if state.hadRoom { state.fullSince = now }
                state.hadRoom = false
                state.queue.append(Waiter(since: now, continuation: continuation))
                watch(&state)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives the place of a request back after the work for it has ended.
    public func leave() { pass { $0.working -= 1 } }

    /// Gives the place of a request to other requests while `wait` waits for something that is no work for the server. Then it takes a
    /// place again.
    public func outside<Value: Sendable>(_ wait: () async throws -> Value) async rethrows -> Value {
        leave()
        countDeparture()
        defer { countArrival() }
        do {
            let value = try await wait()
            await comeBack()
            return value
        } catch {
            await comeBack()
            throw error
        }
    }

    /// Takes a place again, however long that takes. The caller must call `leave` later.
    public func comeBack() async {
        if state.withLock({ takesPlace(&$0) }) { return }
        _ = await withCheckedContinuation { continuation in
            let hasPlace = state.withLock { state in
                if takesPlace(&state) { return true }
                state.returning.append(continuation)
                return false
            }
            if hasPlace { continuation.resume(returning: true) }
        }
    }

    private func takesPlace(_ state: inout State) -> Bool {
        guard state.working < limits.atOnce, state.queue.isEmpty, state.returning.isEmpty else { return false }
        state.working += 1
        state.hadRoom = true
        return true
    }

    private func pass(_ change: (inout State) -> Void = { _ in }) {
        let answers = state.withLock { state in
            change(&state)
            return next(&state)
        }
        for (continuation, answer) in answers { continuation.resume(returning: answer) }
    }

    private func next(_ state: inout State) -> [(CheckedContinuation<Bool, Never>, Bool)] {
        guard !state.queue.isEmpty || !state.returning.isEmpty else { return [] }
        var answers: [(CheckedContinuation<Bool, Never>, Bool)] = []
        let now = ContinuousClock.now
        refuseOverdue(now, &state, &answers)
        while state.working < limits.atOnce, let continuation = first(&state) {
            state.working += 1
            answers.append((continuation, true))
        }
        if state.working < limits.atOnce { state.hadRoom = true }
        return answers
    }

    /// Removes the request that gets the next free place, and returns its continuation. Every fourth place goes to a returning request if
    /// there is one, and the other places go to new requests first. So both kinds get places.
    private func first(_ state: inout State) -> CheckedContinuation<Bool, Never>? {
        state.turn &+= 1
        if state.queue.isEmpty || state.turn % 4 == 0 { return state.returning.popFirst() ?? state.queue.popFirst()?.continuation }
        return state.queue.popFirst()?.continuation
    }

    private func refuseOverdue(
        _ now: ContinuousClock.Instant, _ state: inout State, _ answers: inout [(CheckedContinuation<Bool, Never>, Bool)]
    ) {
        let wait = now - state.fullSince > limits.standing ? limits.standingWait : limits.burstWait
        while let waiter = state.queue.first, now - waiter.since > wait {
            state.queue.removeFirst()
            state.refused += 1
            answers.append((waiter.continuation, false))
        }
    }

    /// Checks the queue repeatedly until it is empty. Otherwise the queue is checked only when a request leaves, which takes long if, for
    /// example, the database hangs.
    private func watch(_ state: inout State) {
        guard !state.isWatched else { return }
        state.isWatched = true
        Task { [self] in
            while true {
                try? await Task.sleep(for: limits.standingWait)
                pass()
                let isDone = self.state.withLock { state in
                    state.isWatched = !state.queue.isEmpty
                    return !state.isWatched
                }
                if isDone { return }
            }
        }
    }
}
