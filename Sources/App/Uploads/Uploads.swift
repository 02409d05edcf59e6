import NIOCore
import Synchronization
import Web

/// A place among the limited number of uploads. Only the first call of `leave` gives the place back.
final class UploadSlot: Sendable {
    private let places: FairSemaphore
    private let requester: Requester
    private let isHeld = Atomic(true)

    init(_ places: FairSemaphore, _ requester: Requester) { (self.places, self.requester) = (places, requester) }

    func leave() {
        if isHeld.exchange(false, ordering: .relaxed) { places.leave(requester) }
    }
}

/// Limits the number of uploads that are received and processed at once, and so the disk space that they need.
final class Uploads: Sendable {
    let places: FairSemaphore
    private let limits: UploadLimits
    private let state = Mutex(State())

    private struct State {
        var arrivals: [IncomingUpload] = []
        var isWatched = false
    }

    init(_ limits: UploadLimits) { (self.limits, places) = (limits, FairSemaphore(limits.places)) }

    /// Takes a place for an upload. The caller must call `leave` on the place. Throws `Refusal` if no place is free, and
    /// `CancellationError`.
    func enter(_ requester: Requester) async throws -> UploadSlot {
        do {
            try await places.enter(requester)
            return UploadSlot(places, requester)
        } catch is FairSemaphore.Crowded {
            var refusal = Refusal(.tooManyRequests, "The server is still receiving other photos. Try again in a moment.")
            refusal.retryAfter = 5
            throw refusal
        }
    }

    /// Runs `work`, and watches the speed of the upload meanwhile. Throws `Problem.tooSlow` if the upload is slow while slow uploads hold
    /// more than half of the places.
    func receive<Value: Sendable>(
        for requester: Requester, _ work: @escaping @Sendable (IncomingUpload) async throws -> Value
    ) async throws -> Value {
        let arrival = IncomingUpload(requester, limits)
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
            await arrival.waitForEnd()
            return Problem.tooSlow
        }
    }

    private func watch() async {
        repeat {
            try? await Task.sleep(for: .milliseconds(limits.checkInterval))
            endSlow()
        } while state.withLock { state in
            state.isWatched = !state.arrivals.isEmpty
            return state.isWatched
        }
    }

    /// Ends slow uploads until they hold at most half of the places. Begins with the networks and accounts that have the most slow uploads.
    private func endSlow() {
        let now = NIODeadline.now()
        var slow = state.withLock(\.arrivals).filter { $0.isSlow(at: now) }
        var perNetwork = slow.reduce(into: [:]) { $0[$1.requester.network, default: 0] += 1 }
        var perAccount = slow.reduce(into: [:]) { $0[$1.requester.account, default: 0] += 1 }
        func share(_ arrival: IncomingUpload) -> (Int, Int) {
            (perNetwork[arrival.requester.network] ?? 0, perAccount[arrival.requester.account] ?? 0)
        }
        // Each step searches all slow uploads, so the number of steps is limited. The next checks end the rest.
        for _ in 0..<max(0, min(slow.count - limits.slowPlaces, Self.maxEndedAtOnce)) {
            guard let last = slow.indices.max(by: { share(slow[$0]) < share(slow[$1]) }) else { return }
            let arrival = slow.remove(at: last)
            perNetwork[arrival.requester.network, default: 0] -= 1
            perAccount[arrival.requester.account, default: 0] -= 1
            arrival.end()
        }
    }

    private static let maxEndedAtOnce = 50
}

final class IncomingUpload: Sendable {
    private struct State {
        var pace: MinimumRate
        var bytes = 0
        var isAsking = false
        var isEnding = false
    }

    let requester: Requester
    /// The signal that ends the upload, because others need its place.
    private let ending = Signal()
    private let state: Mutex<State>

    init(_ requester: Requester, _ limits: UploadLimits) {
        self.requester = requester
        let window = TimeAmount.milliseconds(Int64(limits.slowWindow))
        state = Mutex(State(pace: MinimumRate(window: window, bytesPerSecond: limits.slowBytesPerSecond, since: .now())))
    }

    /// Notes that the server waits for the next bytes from now on. Only the times in which the server waits count for the speed of an
    /// upload.
    func willRead() { state.withLock { $0.isAsking = true } }

    func didRead(_ count: Int) {
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

    func waitForEnd() async { await ending.wait() }
}
