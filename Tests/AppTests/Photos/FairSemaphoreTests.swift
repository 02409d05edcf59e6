import TestSupport
import Testing

@testable import App

/// Who gets a place, and in which order.
struct FairSemaphoreTests {
    private func holder(_ account: Int, _ network: String) -> Holder { Holder(account: ID(account), network: network) }

    /// Has each of them come after the one before, and returns in which order they got their turns.
    private func order(_ places: FairSemaphore, _ comers: [Holder]) async throws -> [Int] {
        let turns = Locked<[Int]>([])
        try await places.enter(.house)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, comer) in comers.enumerated() {
                group.addTask {
                    try await places.enter(comer)
                    turns.value.append(index)
                    places.leave(comer)
                }
                try await #expect(eventually { places.lineCount == index + 1 })
            }
            places.leave(.house)
            try await group.waitForAll()
        }
        return turns.value
    }

    @Test func networksTakeTurnsAndWithinThemAccounts() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 1))
        let (ana, ben, cleo) = (holder(1, "a"), holder(2, "a"), holder(3, "b"))
        #expect(try await order(places, [ana, ana, ana, ben, cleo]) == [0, 4, 3, 1, 2])
        // Whoever had a turn lately comes after whoever had none.
        #expect(try await order(places, [ana, holder(4, "c")]) == [1, 0])
        #expect(places.heldCount == 0 && places.lineCount == 0)
    }

    @Test func oneNetworkLeavesPlacesForOthers() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 3, ofNetwork: 2, patience: .milliseconds(20)))
        for account in 1...2 { try await places.enter(holder(account, "a")) }
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(holder(3, "a")) }
        try await places.enter(holder(4, "b"))
    }

    @Test func aSecondPlaceIsThereWhileThereAreManyAndNeverWaitedFor() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 6, ofAccount: 2, further: 3, line: 1, patience: .seconds(3600)))
        let ana = holder(1, "a")
        for _ in 1...2 { try await places.enter(ana) }
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(ana) }
        try await places.enter(holder(2, "b"))
        await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(holder(2, "b")) }
        for account in 3...5 { try await places.enter(holder(account, "b")) }
        let waiting = Task { try await places.enter(holder(6, "c")) }
        try await #expect(eventually { places.lineCount == 1 })
        // Nobody waits twice, and only so many wait.
        for account in 6...7 { await #expect(throws: FairSemaphore.Crowded.self) { try await places.enter(holder(account, "c")) } }
        places.leave(ana)
        try await waiting.value
        #expect(places.heldCount == 6 && places.lineCount == 0)
    }

    @Test func whoeverGivesUpLeavesTheLine() async throws {
        let places = FairSemaphore(FairSemaphore.Limits(count: 1))
        try await places.enter(.house)
        let waiting = Task { try await places.enter(holder(1, "a")) }
        try await #expect(eventually { places.lineCount == 1 })
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(places.lineCount == 0)
        places.leave(.house)
        try await places.enter(holder(2, "a"))
    }
}
