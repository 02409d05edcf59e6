import NIOCore
import Synchronization
import Web

/// A place among uploads, which is given back once.
final class UploadPlace: Sendable {
    private let places: FairSemaphore
    private let holder: Holder
    private let isHeld = Atomic(true)

    init(_ places: FairSemaphore, _ holder: Holder) { (self.places, self.holder) = (places, holder) }

    func leave() {
        if isHeld.exchange(false, ordering: .relaxed) { places.leave(holder) }
    }
}

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

    /// Takes a place for an upload, which must `leave`. Throws `Refusal` when there is none, and `CancellationError`.
    func enter(_ holder: Holder) async throws -> UploadPlace {
        do {
            try await places.enter(holder)
            return UploadPlace(places, holder)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "Other photos are still on their way. Try again in a moment.")
            refusal.retryAfter = 5
            throw refusal
        }
    }

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
        var ofNetwork = slow.reduce(into: [:]) { $0[$1.holder.network, default: 0] += 1 }
        var ofAccount = slow.reduce(into: [:]) { $0[$1.holder.account, default: 0] += 1 }
        func share(_ arrival: Arrival) -> (Int, Int) { (ofNetwork[arrival.holder.network] ?? 0, ofAccount[arrival.holder.account] ?? 0) }
        // Each one is searched for among all, so their number is limited. The others are ended at the next looks.
        for _ in 0..<max(0, min(slow.count - limits.slowPlaces, Self.mostEndedAtOnce)) {
            guard let last = slow.indices.max(by: { share(slow[$0]) < share(slow[$1]) }) else { return }
            let arrival = slow.remove(at: last)
            ofNetwork[arrival.holder.network, default: 0] -= 1
            ofAccount[arrival.holder.account, default: 0] -= 1
            arrival.end()
        }
    }

    private static let mostEndedAtOnce = 50
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
