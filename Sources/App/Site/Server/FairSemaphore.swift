import Synchronization

/// The account and the network for which the places of a `FairSemaphore` are counted, so that they are shared fairly.
struct Requester: Sendable {
    var account: ID<Account>
    /// The client's address, in the format that rate limits use (`Visit.network`).
    var network: String

    static let server = Requester(account: ID(0), network: "")

    /// A visitor without an account. All visitors of one network share a negative account number, which belongs to no account.
    static func newcomer(from network: String) -> Requester {
        Requester(account: ID(-1 - Int(UInt(bitPattern: network.hashValue) >> 1)), network: network)
    }

    init(account: ID<Account>, network: String) { (self.account, self.network) = (account, network) }

    init(_ visit: MemberVisit) { self.init(account: visit.session.account, network: visit.network) }
}

/// Limits how much work runs at the same time, and shares the places for it fairly. A free place goes to the network that holds the fewest
/// places. If several networks hold the fewest, it goes to the network that got its last place the longest time ago. Within the network,
/// the account is chosen in the same way. So a requester with many waiting requests does not make all others wait for them.
final class FairSemaphore: Sendable {
    struct Limits: Sendable {
        var count: Int
        var perNetwork = Int.max
        var perAccount = Int.max
        /// An account that already holds a place gets another place if fewer than `secondPlaceBelow` places are taken. Otherwise it is
        /// refused, and does not wait. Nil if an account waits for another place as it does for its first place.
        var secondPlaceBelow: Int?
        var maxWaiting = Int.max
        /// The longest time that a requester waits. Nil if there is no limit.
        var maxWait: Duration?
    }

    /// The error for a requester who gets no place: all places are taken, and the requester may not wait or has waited too long.
    struct Crowded: Error {}

    private enum Decision { case admitted, refused, cancelled }

    private struct Waiter {
        var number: Int
        var requester: Requester
        var continuation: CheckedContinuation<Decision, Never>
    }

    private struct State {
        var held: [Requester] = []
        var queue: [Waiter] = []
        /// Increases with each request, and each time that a place is taken.
        var number = 0
        /// The value of `number` at the last time that a network (or an account) took a place.
        var networkTurns: [String: Int] = [:]
        var accountTurns: [ID<Account>: Int] = [:]
    }

    private let limits: Limits
    private let state = Mutex(State())
    private static let maxStoredTurns = 1000

    init(_ limits: Limits) { self.limits = limits }

    var heldCount: Int { state.withLock(\.held.count) }
    var waitingCount: Int { state.withLock(\.queue.count) }

    /// Takes a place, and waits for it if necessary. The caller must call `leave` afterwards. Throws `Crowded` if the requester gets no
    /// place, and `CancellationError` if the task was cancelled.
    func enter(_ requester: Requester) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let timer = limits.maxWait.map { maxWait in
            Task {
                try await Task.sleep(for: maxWait)
                dismiss(number, .refused)
            }
        }
        defer { timer?.cancel() }
        switch await decision(on: requester, number) {
        case .admitted: return
        case .refused: throw Crowded()
        case .cancelled: throw CancellationError()
        }
    }

    func leave(_ requester: Requester) {
        let next = state.withLock { state in
            if let place = state.held.firstIndex(where: { $0.account == requester.account && $0.network == requester.network }) {
                state.held.remove(at: place)
            }
            return admitNext(&state)
        }
        next?.continuation.resume(returning: .admitted)
    }

    private func decision(on requester: Requester, _ number: Int) async -> Decision {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decision: Decision? = state.withLock { state in
                    if Task.isCancelled { return .cancelled }
                    if let decision = immediateDecision(on: requester, &state) { return decision }
                    state.queue.append(Waiter(number: number, requester: requester, continuation: continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            dismiss(number, .cancelled)
        }
    }

    /// Decides whether the requester gets a place now. Nil if the requester has to wait.
    private func immediateDecision(on requester: Requester, _ state: inout State) -> Decision? {
        if let secondPlaceBelow = limits.secondPlaceBelow, state.held.contains(where: { $0.account == requester.account }) {
            guard state.held.count < secondPlaceBelow, isRoom(for: requester, state) else { return .refused }
        } else if !isRoom(for: requester, state) {
            let isSecond = limits.secondPlaceBelow != nil && state.queue.contains { $0.requester.account == requester.account }
            return isSecond || state.queue.count >= limits.maxWaiting ? .refused : nil
        }
        take(requester, &state)
        return .admitted
    }

    private func isRoom(for requester: Requester, _ state: State) -> Bool {
        state.held.count < limits.count && state.held.count { $0.network == requester.network } < limits.perNetwork
            && state.held.count { $0.account == requester.account } < limits.perAccount
    }

    private func take(_ requester: Requester, _ state: inout State) {
        state.held.append(requester)
        state.number += 1
        (state.networkTurns[requester.network], state.accountTurns[requester.account]) = (state.number, state.number)
        guard max(state.networkTurns.count, state.accountTurns.count) > Self.maxStoredTurns else { return }
        let recent = state.number - Self.maxStoredTurns / 2
        state.networkTurns = state.networkTurns.filter { $0.value > recent }
        state.accountTurns = state.accountTurns.filter { $0.value > recent }
    }

    private func admitNext(_ state: inout State) -> Waiter? {
        let waiting = state.queue.indices.filter { isRoom(for: state.queue[$0].requester, state) }
        let ranks = waiting.map { rank(of: state.queue[$0].requester, state) }
        guard let first = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) else { return nil }
        let waiter = state.queue.remove(at: waiting[first])
        take(waiter.requester, &state)
        return waiter
    }

    /// The rank by which waiting requesters are sorted. The requester with the lowest rank gets the next place.
    private func rank(of requester: Requester, _ state: State) -> (Int, Int, Int, Int) {
        (
            state.held.count { $0.network == requester.network }, state.networkTurns[requester.network] ?? 0,
            state.held.count { $0.account == requester.account }, state.accountTurns[requester.account] ?? 0
        )
    }

    private func dismiss(_ number: Int, _ decision: Decision) {
        let waiter = state.withLock { state in
            state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: decision)
    }
}
