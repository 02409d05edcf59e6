import NIOCore
import Synchronization
import Web

/// How many uploads are received and worked on at once: what they fill of the disk is bounded by it.
final class Uploads: Sendable {
    let places: FairSemaphore
    private let limits: UploadLimits
    private let state = Mutex(State())

    private struct State {
        var arrivals: [Arrival] = []
        var isWatched = false
    }

    init(_ limits: UploadLimits) { (self.limits, places) = (limits, FairSemaphore(limits.places)) }

    /// Takes a place for an upload. Throws `Refusal` when there is none, and `CancellationError`. Whoever has entered must `leave`.
    func enter(_ holder: Holder) async throws {
        do {
            try await places.enter(holder)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Other photos are still on their way. Try again in a moment.")
            refusal.retryAfter = 5
            throw refusal
        }
    }

    func leave(_ holder: Holder) { places.leave(holder) }

    /// Receives an upload for which there is a place. Throws `Problem.tooSlow` when it is slow and others are, too.
    func receive<Value: Sendable>(
        for holder: Holder, _ work: @escaping @Sendable (Arrival) async throws -> Value
    ) async throws -> Value {
        let arrival = Arrival(holder, limits)
        let isWatched = state.withLock { state in
            defer { state.isWatched = true }
            state.arrivals.append(arrival)
            return state.isWatched
        }
        defer { state.withLock { $0.arrivals.removeAll { $0 === arrival } } }
        if !isWatched { Task { await watch() } }
        return try await race {
            try await work(arrival)
        } against: {
            await arrival.untilEnd()
            return Problem.tooSlow
        }
    }

    /// Looks after those that arrive, for as long as there are any.
    private func watch() async {
        repeat {
            try? await Task.sleep(for: .milliseconds(limits.look))
            endSlow()
        } while state.withLock { state in
            state.isWatched = !state.arrivals.isEmpty
            return state.isWatched
        }
    }

    /// Ends as many slow uploads as hold more than half of the places, of those first who have the most.
    private func endSlow() {
        let now = NIODeadline.now()
        var slow = state.withLock(\.arrivals).filter { $0.isSlow(at: now) }
        while slow.count > limits.slowPlaces, let last = slow.indices.max(by: { share(of: slow[$0], slow) < share(of: slow[$1], slow) }) {
            slow.remove(at: last).end()
        }
    }

    private func share(of arrival: Arrival, _ all: [Arrival]) -> (Int, Int) {
        (all.count { $0.holder.network == arrival.holder.network }, all.count { $0.holder.account == arrival.holder.account })
    }
}

/// An upload on its way.
final class Arrival: Sendable {
    private struct State {
        var pace: MinimumRate
        var bytes = 0
        var isAsking = false
        var isEnding = false
    }

    let holder: Holder
    /// That others need its place.
    private let ending = Signal()
    private let state: Mutex<State>

    init(_ holder: Holder, _ limits: UploadLimits) {
        self.holder = holder
        let window = TimeAmount.milliseconds(Int64(limits.slowWindow))
        state = Mutex(State(pace: MinimumRate(window: window, bytesPerSecond: limits.slowBytesPerSecond, since: .now())))
    }

    /// More is asked for.
    func asks() { state.withLock { $0.isAsking = true } }

    func came(_ count: Int) {
        state.withLock { state in
            state.bytes += count
            state.isAsking = false
        }
    }

    func isSlow(at now: NIODeadline) -> Bool {
        state.withLock { !$0.isEnding && $0.pace.isTooSlow($0.bytes, at: now, isAsking: $0.isAsking) }
    }

    func end() {
        state.withLock { $0.isEnding = true }
        ending.happen()
    }

    func untilEnd() async { await ending.wait() }
}
