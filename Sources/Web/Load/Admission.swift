import DequeModule
import Synchronization

/// Limits how many requests are worked on at the same time. Further requests wait in a queue. If the queue does not become empty for a
/// while, requests that have waited too long are refused, so that the others are still served quickly.
///
/// The rule is controlled delay (CoDel, RFC 8289, in the form for server queues of Maurer, "Fail at Scale", ACM Queue 2015): a request may
/// wait long in a burst, but only for a short time in a standing queue.
public final class Admission: Sendable {
    /// The number of requests at the same time, and how long requests may wait.
    public struct Limits: Sendable {
        /// The number of requests worked on at the same time. It is higher than the number that the password hasher lets wait, so that
        /// sign-ins alone never take all places.
        public var atOnce: Int
        /// The number of requests that may wait in the queue. Further requests are refused at once.
        var line: Int
        /// The longest time that a request waits: `burstPatience` normally, `patience` in a standing queue.
        var burstPatience: Duration
        var patience: Duration
        /// A queue is a standing queue when no place has been free for this long. Several bursts should fit into this time, because it
        /// distinguishes a burst from a standing queue.
        var standing: Duration

        public init(
            atOnce: Int = 64, line: Int = 2000, burstPatience: Duration = .milliseconds(300), patience: Duration = .milliseconds(25),
            standing: Duration = .milliseconds(500)
        ) {
            (self.atOnce, self.line, self.burstPatience, self.patience, self.standing) = (atOnce, line, burstPatience, patience, standing)
        }
    }

    private struct Waiter {
        var since: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var working = 0
        var line = Deque<Waiter>()
        /// Requests that gave up their place to wait for something, and now need a place again. They are never refused.
        var returning = Deque<CheckedContinuation<Bool, Never>>()
        /// Whether a place has been free since a request last joined the queue.
        var hadRoom = true
        var fullSince = ContinuousClock.now
        var turn = 0
        var refused = 0
        var isWatched = false
    }

    public let limits: Limits
    private let state = Mutex(State())
    /// The number of requests that connections have handed in and that are not answered yet, except held requests. It includes requests
    /// that no thread has started to work on.
    private let inside = Atomic(0)
    private let queueLimit: Mutex<QueueLimit>
    /// Whether at least `limits.atOnce` requests were inside when the queue limit was last asked.
    private let isCrowded = Atomic(false)
    private let refusedEarly = Atomic(0)

    public init(limits: Limits) {
        self.limits = limits
        queueLimit = Mutex(QueueLimit(atOnce: limits.atOnce, interval: UInt64(limits.standing.nanoseconds)))
    }

    /// The number of requests that the queue limit counts.
    public var insideCount: Int { inside.load(ordering: .relaxed) }

    /// The number of requests that are worked on, wait and return now, and the number refused since start.
    public struct Status: Sendable { public var working = 0, waiting = 0, returning = 0, refused = 0 }

    public var status: Status {
        let early = refusedEarly.load(ordering: .relaxed)
        return state.withLock {
            Status(working: $0.working, waiting: $0.line.count, returning: $0.returning.count, refused: $0.refused + early)
        }
    }

    /// Returns whether a request should be refused before any work is done for it, because too many requests are inside. The request then
    /// counts as refused.
    ///
    /// If the processor is the bottleneck, the queue of the threads grows before the queue of this class, so the limit counts all requests.
    public func shedsEarly(at now: @autoclosure () -> UInt64) -> Bool {
        let waiting = inside.load(ordering: .relaxed) - limits.atOnce
        if waiting < 0, !isCrowded.load(ordering: .relaxed) { return false }
        isCrowded.store(waiting >= 0, ordering: .relaxed)
        let now = now()
        if queueLimit.withLock({ $0.admits(waiting: waiting, at: now) }) { return false }
        refusedEarly.add(1, ordering: .relaxed)
        return true
    }

    /// Counts a request that a connection has handed in.
    func came() { inside.add(1, ordering: .relaxed) }
    /// Stops counting requests that have been answered, or that belong to a closed connection.
    func went(_ count: Int = 1) { inside.subtract(count, ordering: .relaxed) }

    /// Takes a place, possibly after a short wait. Returns false if the request is refused. A caller that has a place must call `leave`.
    public func enter() async -> Bool {
        if state.withLock({ takesPlace(&$0) }) { return true }
        return await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if takesPlace(&state) { return true }
                guard state.line.count < limits.line else {
                    state.refused += 1
                    return false
                }
                let now = ContinuousClock.now
                if state.hadRoom { state.fullSince = now }
                state.hadRoom = false
                state.line.append(Waiter(since: now, continuation: continuation))
                watch(&state)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives the place back when a request has been worked on.
    public func leave() { pass { $0.working -= 1 } }

    /// Gives the place to other requests while `wait` waits for something that is no work for the server, then takes a place again.
    public func outside<Value: Sendable>(_ wait: () async throws -> Value) async rethrows -> Value {
        leave()
        went()
        defer { came() }
        do {
            let value = try await wait()
            await comeBack()
            return value
        } catch {
            await comeBack()
            throw error
        }
    }

    /// Takes a place again, without a limit on the waiting time. A caller that has a place must call `leave`.
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
        guard state.working < limits.atOnce, state.line.isEmpty, state.returning.isEmpty else { return false }
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
        guard !state.line.isEmpty || !state.returning.isEmpty else { return [] }
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

    /// Prefers new requests, but gives every fourth place to a returning request, so that neither kind starves.
    private func first(_ state: inout State) -> CheckedContinuation<Bool, Never>? {
        state.turn &+= 1
        if state.line.isEmpty || state.turn % 4 == 0 { return state.returning.popFirst() ?? state.line.popFirst()?.continuation }
        return state.line.popFirst()?.continuation
    }

    private func refuseOverdue(
        _ now: ContinuousClock.Instant, _ state: inout State, _ answers: inout [(CheckedContinuation<Bool, Never>, Bool)]
    ) {
        let patience = now - state.fullSince > limits.standing ? limits.patience : limits.burstPatience
        while let waiter = state.line.first, now - waiter.since > patience {
            state.line.removeFirst()
            state.refused += 1
            answers.append((waiter.continuation, false))
        }
    }

    /// Checks the queue repeatedly while no request leaves, for example when the database hangs.
    private func watch(_ state: inout State) {
        guard !state.isWatched else { return }
        state.isWatched = true
        Task { [self] in
            while true {
                try? await Task.sleep(for: limits.patience)
                pass()
                let isDone = self.state.withLock { state in
                    state.isWatched = !state.line.isEmpty
                    return !state.isWatched
                }
                if isDone { return }
            }
        }
    }
}
