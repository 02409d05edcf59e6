import Foundation
import IGDBStandIn
import TestSupport
import Testing

@testable import IGDB

/// Each fault of IGDB has a clear error, ends in time, and leaves no secret in the log.
@Suite(.timeLimit(.minutes(3))) struct FaultTests {
    private static let path = StandIn.gamesPath

    @Test(arguments: [StandIn.Trick.status(429), .status(429, retryAfter: 0), .status(500), .status(503), .cutOff])
    func `a temporary failure is retried up to two times`(_ trick: StandIn.Trick) async throws {
        try await Scene.run { scene in
            scene.standIn.tricks.value[Self.path] = [trick, trick]
            try await scene.expectGames()
            #expect(scene.standIn.count(Self.path) == 3)
            scene.standIn.tricks.value[Self.path] = [trick, trick, trick]
            await #expect(throws: IGDBFailure.self) { try await scene.client.search("Cloudberry") }
            #expect(scene.standIn.count(Self.path) == 6)
        }
    }

    @Test func `a long Retry-After ends the attempts`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = .status(429, retryAfter: 3600)
            await scene.expectFailure("games: status 429", away)
            #expect(scene.standIn.count(Self.path) == 1)
        }
    }

    @Test(arguments: [
        (StandIn.Trick.status(400), "games: status 400", unreadable), (.status(403), "games: status 403", misconfigured),
        (.redirect("/inside"), "games: status 302", unreadable), (.text("{\"x\": 1}"), "games: not the JSON that was expected", unreadable),
        (.text("[{\"nothing\": 1}]"), "games: not the JSON that was expected", unreadable),
        (.text("<html>"), "games: not the JSON that was expected", unreadable),
        (.text(String(repeating: "[", count: 100_000)), "games: not the JSON that was expected", unreadable),
        (.large(10_000_000), "games: the answer is too long", unreadable),
    ]) func `a permanent failure is not retried`(_ trick: StandIn.Trick, _ reason: String, _ sentence: String) async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = trick
            await scene.expectFailure(reason, sentence)
            #expect(scene.standIn.count(Self.path) == 1 && scene.standIn.count("/inside") == 0)
            scene.standIn.habits.value = [:]
            try await scene.expectGames()
        }
    }

    @Test func `a malformed game does not hide the others`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = .text(#"[{"id": "x"}, {"id": 7, "name": "Cloudberry"}, null]"#)
            try await scene.expectGames(["Cloudberry"])
        }
    }

    @Test(arguments: [StandIn.Trick.silent, .dripping]) func `a slow response times out`(_ trick: StandIn.Trick) async throws {
        try await Scene.run(time: .seconds(4)) { scene in
            try await scene.expectGames()
            scene.standIn.habits.value[Self.path] = trick
            await scene.expectFailure("games: no answer in time", away)
            #expect(scene.standIn.count(Self.path) == 2)
        }
    }

    @Test func `a token is renewed before it expires`() async throws {
        try await Scene.run { scene in
            scene.standIn.tokenLife.value = 1000
            try await scene.expectGames()
            scene.clock.change { $0 += 800 }
            try await scene.expectGames()
            #expect(scene.standIn.count(StandIn.tokenPath) == 1)
            scene.clock.change { $0 += 150 }
            try await scene.expectGames()
            #expect(scene.standIn.count(StandIn.tokenPath) == 2 && scene.standIn.count(Self.path) == 3)
        }
    }

    @Test func `a rejected token is renewed once`() async throws {
        try await Scene.run { scene in
            try await scene.expectGames()
            scene.standIn.tokens.value = []
            try await scene.expectGames()
            #expect(scene.standIn.count(StandIn.tokenPath) == 2 && scene.standIn.count(Self.path) == 3)
            // A token that is always rejected is not requested without end.
            scene.standIn.habits.value[Self.path] = .status(401)
            await scene.expectFailure("games: status 401", misconfigured)
            #expect(scene.standIn.count(StandIn.tokenPath) == 3 && scene.standIn.count(Self.path) == 5)
        }
    }

    @Test func `simultaneous searches share one token request`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[StandIn.tokenPath] = .held
            async let first: Void = scene.expectGames()
            async let second: Void = scene.expectGames()
            #expect(try await eventually { scene.standIn.count(StandIn.tokenPath) == 1 })
            scene.standIn.isReleased.value = true
            _ = try await (first, second)
            #expect(scene.standIn.count(StandIn.tokenPath) == 1)
        }
    }

    @Test func `a wrong secret is reported as a configuration error`() async throws {
        try await Scene.run(secret: "another") { scene in
            await scene.expectFailure("token: status 403", misconfigured)
            #expect(!scene.log.value.joined().contains("another"))
        }
    }

    @Test func `a malformed token response is refused`() async throws {
        for answer in [
            "[]", #"{"access_token": "", "expires_in": 9}"#, #"{"access_token": "a\nb", "expires_in": 9}"#, #"{"access_token": "a"}"#,
        ] {
            try await Scene.run { scene in
                scene.standIn.habits.value[StandIn.tokenPath] = .text(answer)
                await scene.expectFailure("token: not the JSON that was expected", unreadable)
                #expect(scene.standIn.count(Self.path) == 0)
            }
        }
    }

    @Test func `repeated failures pause requests, with a trial now and then`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = .status(503)
            for _ in 0..<3 { await scene.expectFailure("games: status 503", away) }
            let count = scene.standIn.count(Self.path)
            for _ in 0..<5 { await scene.expectFailure("requests are paused", resting) }
            #expect(scene.client.isPaused && scene.standIn.count(Self.path) == count)
            // After 30 seconds one request is sent. If it fails, the next pause is twice as long.
            scene.clock.change { $0 += 30 }
            await scene.expectFailure("games: status 503", away)
            scene.clock.change { $0 += 30 }
            await scene.expectFailure("requests are paused", resting)
            scene.clock.change { $0 += 30 }
            scene.standIn.habits.value = [:]
            try await scene.expectGames()
            #expect(!scene.client.isPaused && scene.log.value.contains("notice igdb answers again"))
            #expect(scene.log.value.count { $0 == "warning igdb requests are paused" } == 1)
        }
    }

    @Test func `only one trial request is sent after a pause`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = .status(503)
            for _ in 0..<3 { await scene.expectFailure("games: status 503", away) }
            scene.standIn.habits.value[Self.path] = .held
            scene.clock.change { $0 += 30 }
            let count = scene.standIn.count(Self.path)
            async let trial = scene.client.search("Cloudberry")
            #expect(try await eventually { scene.standIn.count(Self.path) == count + 1 })
            await #expect(throws: IGDBFailure.self) { try await scene.client.search("Cloudberry") }
            #expect(scene.standIn.count(Self.path) == count + 1)
            scene.standIn.isReleased.value = true
            try await #expect(trial.count == 2)
        }
    }

    /// Invalid searches and a full queue are no reason to pause requests.
    @Test func `failures that are not IGDB's fault do not pause requests`() async throws {
        try await Scene.run { scene in
            scene.standIn.habits.value[Self.path] = .status(400)
            for _ in 0..<5 { await scene.expectFailure("games: status 400", unreadable) }
            scene.gate.isFull.value = true
            for _ in 0..<5 { await scene.expectFailure("games: the rate limit left no slot in time", crowded) }
            scene.gate.isFull.value = false
            scene.standIn.habits.value = [:]
            try await scene.expectGames()
        }
    }

    @Test func `no request is sent after the client is closed`() async throws {
        try await Scene.run { scene in
            scene.client.close()
            await scene.expectFailure("token: shutting down", crowded)
            #expect(scene.standIn.asked.value.isEmpty)
        }
    }
}
