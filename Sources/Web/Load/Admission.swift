import DequeModule
import Synchronization

/// Lets only as many requests be worked on at once as the machine can bear. The next ones wait in line; when the line does not
/// empty for a while, those who would wait long are refused, so that the rest are served as quickly as ever.
///
/// The patience is that of controlled delay (CoDel, RFC 8289, in the form for servers' queues of Maurer, "Fail at Scale", ACM Queue
/// 2015): a burst may wait long, a standing line only shortly.
public final class Admission: Sendable {
    /// How many, and how long they wait.
    public struct Limits: Sendable {
        /// Requests worked on at once. More than the password hasher lets wait, so that sign-ins alone never fill them.
        public var atOnce: Int
        /// Requests in line; one more is refused at once.
        var line: Int
        /// How long a request waits in a line that has been empty lately, and in one that stands.
        var burstPatience: Duration
        var patience: Duration
        /// A line stands when there has been no room for so long; some bursts are to fit into that time, as it tells one from the other.
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
        /// Those who had a place, gave it up to wait for something, and come back: they are never refused.
        var returning = Deque<CheckedContinuation<Bool, Never>>()
        /// Whether there has been room since the first in line came.
        var hadRoom = true
        var fullSince = ContinuousClock.now
        var turn = 0
        var refused = 0
        var isWatched = false
    }

    /// What it was made with.
    public let limits: Limits
    private let state = Mutex(State())
    /// Requests that connections have handed in and not seen answered, held ones left out: also those that no thread has begun yet.
    private let inside = Atomic(0)
    private let queueLimit: Mutex<QueueLimit>
    /// Whether they were more than are worked on at once when the queue's limit was asked last.
    private let isCrowded = Atomic(false)
    private let refusedEarly = Atomic(0)

    /// Nobody is inside.
    public init(limits: Limits) {
        self.limits = limits
        queueLimit = Mutex(QueueLimit(atOnce: limits.atOnce, interval: UInt64(limits.standing.nanoseconds)))
    }

    /// How many the limit of the queue counts.
    public var insideCount: Int { inside.load(ordering: .relaxed) }

    /// How many are worked on, wait and come back now; how many have been refused since start.
    public struct Status: Sendable { public var working = 0, waiting = 0, returning = 0, refused = 0 }

    /// At this moment.
    public var status: Status {
        let early = refusedEarly.load(ordering: .relaxed)
        return state.withLock {
            Status(working: $0.working, waiting: $0.line.count, returning: $0.returning.count, refused: $0.refused + early)
        }
    }

    /// Whether a request should be refused before anything is done for it, because too many are inside; it then counts as refused.
    ///
    /// The threads' own queue grows before any line of ours when it is the processor that is short, so the limit counts everybody.
    public func shedsEarly(at now: @autoclosure () -> UInt64) -> Bool {
        let waiting = inside.load(ordering: .relaxed) - limits.atOnce
        if waiting < 0, !isCrowded.load(ordering: .relaxed) { return false }
        isCrowded.store(waiting >= 0, ordering: .relaxed)
        let now = now()
        if queueLimit.withLock({ $0.admits(waiting: waiting, at: now) }) { return false }
        refusedEarly.add(1, ordering: .relaxed)
        return true
    }

    /// A connection has handed in a request.
    func came() { inside.add(1, ordering: .relaxed) }
    /// Requests have been answered, or their connection is gone.
    func went(_ count: Int = 1) { inside.subtract(count, ordering: .relaxed) }

    /// Takes a place, perhaps after waiting a moment. False: refused. Whoever has a place must `leave`.
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

    /// A request has been worked on.
    public func leave() { pass { $0.working -= 1 } }

    /// Gives the place to others while `wait` waits for something that is no work.
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

    /// Takes a place again, however long that may take. Whoever has a place must `leave`.
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

    /// Changes the state, and gives free places to those who wait.
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

    /// New requests first, but every fourth place to those who come back, so that neither starves.
    private func first(_ state: inout State) -> CheckedContinuation<Bool, Never>? {
        state.turn &+= 1
        if state.line.isEmpty || state.turn % 4 == 0 { return state.returning.popFirst() ?? state.line.popFirst()?.continuation }
        return state.line.popFirst()?.continuation
    }

    /// Refuses whoever has waited for too long.
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

    /// Looks after the line while nobody leaves, as when the database hangs.
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
