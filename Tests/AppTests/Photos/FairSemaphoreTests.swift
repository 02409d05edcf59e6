import TestSupport
import Testing

@testable import App

struct FairSemaphoreTests {
    private func requester(_ account: Int, _ network: String) -> Requester { Requester(account: ID(account), network: network) }

    /// Lets the requesters arrive one after the other, and returns the order in which they got a place.
    private func order(_ places: FairSemaphore, _ comers: [Requester]) async throws -> [Int] {
        let turns = Locked<[Int]>([])
        try await places.enter(.server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, comer) in comers.enumerated() {
                group.addTask {
                    try await places.enter(comer)
                    turns.value.append(index)
                    places.leave(comer)
                }
                try await #expect(eventually { places.waitingCount == index + 1 })
            }
            places.leave(.server)
            try await group.waitForAll()
        }
        return turns.value
    }

    @Test func `networks take turns, and accounts take turns within them`() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 1))
        let (ana, ben, cleo) = (requester(1, "a"), requester(2, "a"), requester(3, "b"))
        #expect(try await order(places, [ana, ana, ana, ben, cleo]) == [0, 4, 3, 1, 2])
        // A network that had a turn recently comes after one that had none.
        #expect(try await order(places, [ana, requester(4, "c")]) == [1, 0])
        #expect(places.heldCount == 0 && places.waitingCount == 0)
    }

    @Test func `one network cannot hold every place`() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 3, perNetwork: 2, maxWait: .milliseconds(20)))
        for account in 1...2 { try await places.enter(requester(account, "a")) }
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(requester(3, "a")) }
        try await places.enter(requester(4, "b"))
    }

    @Test func `an account gets a second place only while many are free`() async throws {
        let places = FairSemaphore(
            FairSemaphore.Limits(count: 6, perAccount: 2, secondPlaceBelow: 3, maxWaiting: 1, maxWait: .seconds(3600)))
        let ana = requester(1, "a")
        for _ in 1...2 { try await places.enter(ana) }
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(ana) }
        try await places.enter(requester(2, "b"))
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(requester(2, "b")) }
        for account in 3...5 { try await places.enter(requester(account, "b")) }
        let waiting = Task { try await places.enter(requester(6, "c")) }
        try await #expect(eventually { places.waitingCount == 1 })
        // An account cannot wait twice, and the length of the queue is limited.
        for account in 6...7 { await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(requester(account, "c")) } }
        places.leave(ana)
        try await waiting.value
        #expect(places.heldCount == 6 && places.waitingCount == 0)
    }

    @Test func `a cancelled request leaves the queue`() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 1))
        try await places.enter(.server)
        let waiting = Task { try await places.enter(requester(1, "a")) }
        try await #expect(eventually { places.waitingCount == 1 })
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(places.waitingCount == 0)
        places.leave(.server)
        try await places.enter(requester(2, "a"))
    }
}
