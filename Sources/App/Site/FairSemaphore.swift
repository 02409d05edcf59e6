import Synchronization

/// For whom something is done, as far as shares go.
struct Holder: Sendable {
    var account: ID<Account>
    /// An address, as rate limits count them.
    var network: String

    /// For ourselves.
    static let house = Holder(account: ID(0), network: "")

    /// Somebody who has no account yet: all of one address share one, which nobody has.
    static func newcomer(from network: String) -> Holder {
        Holder(account: ID(-1 - Int(UInt(bitPattern: network.hashValue) >> 1)), network: network)
    }

    init(account: ID<Account>, network: String) { (self.account, self.network) = (account, network) }

    init(_ visit: MemberVisit) { self.init(account: visit.session.account, network: visit.network) }
}

/// Places that are few. Whoever finds none waits in line, and the next one goes to the network, and within it to the account, that holds the
/// fewest, or else has waited for its turn longest: however many one has in line, nobody else waits for all of them.
final class FairSemaphore: Sendable {
    struct Limits: Sendable {
        var count: Int
        var ofNetwork = Int.max
        var ofAccount = Int.max
        /// While fewer than so many are taken, an account that holds one gets another, and never waits for it; nil: it waits as for its first.
        var further: Int?
        var line = Int.max
        /// How long somebody waits; nil: as long as it takes.
        var patience: Duration?
    }

    /// There was no place, and no hope of one.
    struct Crowded: Error {}

    private enum Answer { case comesIn, isTurnedAway, isCancelled }

    private struct Waiter {
        var number: Int
        var holder: Holder
        var continuation: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var held: [Holder] = []
        var line: [Waiter] = []
        /// Counts whoever came.
        var number = 0
        /// When a network and an account had their last turns.
        var networkTurns: [String: Int] = [:]
        var accountTurns: [ID<Account>: Int] = [:]
    }

    private let limits: Limits
    private let state = Mutex(State())
    private static let turnsKept = 1000

    init(_ limits: Limits) { self.limits = limits }

    var heldCount: Int { state.withLock(\.held.count) }
    var lineCount: Int { state.withLock(\.line.count) }

    /// Takes a place, perhaps after waiting for one. Throws `Crowded` and `CancellationError`. Whoever has a place must `leave`.
    func enter(_ holder: Holder) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let timer = limits.patience.map { patience in
            Task {
                try await Task.sleep(for: patience)
                dismiss(number, .isTurnedAway)
            }
        }
        defer { timer?.cancel() }
        switch await answer(to: holder, number) {
        case .comesIn: return
        case .isTurnedAway: throw Crowded()
        case .isCancelled: throw CancellationError()
        }
    }

    func leave(_ holder: Holder) {
        let next = state.withLock { state in
            if let place = state.held.firstIndex(where: { $0.account == holder.account && $0.network == holder.network }) {
                state.held.remove(at: place)
            }
            return callNext(&state)
        }
        next?.continuation.resume(returning: .comesIn)
    }

    private func answer(to holder: Holder, _ number: Int) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Answer? = state.withLock { state in
                    if Task.isCancelled { return .isCancelled }
                    if let answer = self.answer(to: holder, &state) { return answer }
                    state.line.append(Waiter(number: number, holder: holder, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            dismiss(number, .isCancelled)
        }
    }

    /// What whoever comes is told at once; nil: to wait.
    private func answer(to holder: Holder, _ state: inout State) -> Answer? {
        if let further = limits.further, state.held.contains(where: { $0.account == holder.account }) {
            guard state.held.count < further, isRoom(for: holder, state) else { return .isTurnedAway }
        } else if !isRoom(for: holder, state) {
            let isSecond = limits.further != nil && state.line.contains { $0.holder.account == holder.account }
            return isSecond || state.line.count >= limits.line ? .isTurnedAway : nil
        }
        take(holder, &state)
        return .comesIn
    }

    /// Whoever is in line while there is room is not let in by their shares.
    private func isRoom(for holder: Holder, _ state: State) -> Bool {
        state.held.count < limits.count && state.held.count { $0.network == holder.network } < limits.ofNetwork
            && state.held.count { $0.account == holder.account } < limits.ofAccount
    }

    private func take(_ holder: Holder, _ state: inout State) {
        state.held.append(holder)
        state.number += 1
        (state.networkTurns[holder.network], state.accountTurns[holder.account]) = (state.number, state.number)
        guard max(state.networkTurns.count, state.accountTurns.count) > Self.turnsKept else { return }
        let recent = state.number - Self.turnsKept / 2
        state.networkTurns = state.networkTurns.filter { $0.value > recent }
        state.accountTurns = state.accountTurns.filter { $0.value > recent }
    }

    private func callNext(_ state: inout State) -> Waiter? {
        let waiting = state.line.indices.filter { isRoom(for: state.line[$0].holder, state) }
        let ranks = waiting.map { rank(of: state.line[$0].holder, state) }
        guard let first = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) else { return nil }
        let waiter = state.line.remove(at: waiting[first])
        take(waiter.holder, &state)
        return waiter
    }

    /// The lowest comes first.
    private func rank(of holder: Holder, _ state: State) -> (Int, Int, Int, Int) {
        (
            state.held.count { $0.network == holder.network }, state.networkTurns[holder.network] ?? 0,
            state.held.count { $0.account == holder.account }, state.accountTurns[holder.account] ?? 0
        )
    }

    /// Has somebody wait no longer, if they still do.
    private func dismiss(_ number: Int, _ answer: Answer) {
        let waiter = state.withLock { state in
            state.line.firstIndex { $0.number == number }.map { state.line.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: answer)
    }
}
