import Foundation
import IGDBStandIn
import OutgoingHTTP
import TestSupport
import Testing

@testable import IGDB

/// A client of the stand-in, with short pauses between attempts.
struct Scene: Sendable {
    let standIn: StandIn
    let client: IGDBClient
    let gate: OpenGate
    let clock: Locked<Date>
    let log: Locked<[String]>

    static func run(
        secret: String = StandIn.secret, time: Duration = .seconds(20), _ body: (Scene) async throws -> Void
    ) async throws {
        let standIn = StandIn()
        // The rate limits have their own test.
        standIn.isLimiting.value = false
        try await standIn.run {
            let scene = try Scene(standIn, secret: secret, time: time)
            try await body(scene)
            #expect(scene.gate.inside.value == 0, "a place was not given back")
        }
    }

    private init(_ standIn: StandIn, secret: String, time: Duration) throws {
        (self.standIn, gate, log) = (standIn, OpenGate(), Locked([]))
        let clock = Locked(Date(timeIntervalSince1970: 1_790_000_000))
        self.clock = clock
        let logger = Log.logger(log)
        client = IGDBClient(
            try IGDBSettings(clientID: StandIn.clientID, secret: secret, url: standIn.url), gate: gate,
            outgoing: Outgoing("igdb", .init(time: time), logger: logger), retryPolicy: .init(pause: .milliseconds(2), total: .seconds(60)),
            logger: logger
        ) { clock.value }
    }

    /// Expects that a search fails with this reason and this sentence, and that the log has no secret.
    func expectFailure(_ reason: String, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        let failure = await #expect(throws: IGDBFailure.self, sourceLocation: sourceLocation) {
            try await client.search("Cloudberry")
        }
        #expect(failure?.reason == reason, sourceLocation: sourceLocation)
        #expect(failure?.sentence == sentence, sourceLocation: sourceLocation)
        expectNoSecrets(sourceLocation: sourceLocation)
    }

    func expectNoSecrets(sourceLocation: SourceLocation = #_sourceLocation) {
        for secret in standIn.tokens.value + [StandIn.secret, "Cloudberry"] {
            #expect(!log.value.joined().contains(secret), sourceLocation: sourceLocation)
        }
    }

    func expectGames(
        _ names: [String] = ["Cloudberry Harbour", "Cloudberry Harbour II"], sourceLocation: SourceLocation = #_sourceLocation
    )
        async throws
    {
        let games = try await client.search("Cloudberry")
        #expect(games.map(\.name) == names, sourceLocation: sourceLocation)
        expectNoSecrets(sourceLocation: sourceLocation)
    }
}

/// A gate that admits every request and counts those inside.
final class OpenGate: RequestGate {
    let inside = Locked(0)
    let isFull = Locked(false)

    func enter(by end: ContinuousClock.Instant) -> (@Sendable () async -> Void)? {
        guard !isFull.value else { return nil }
        inside.change { $0 += 1 }
        return { [inside] in inside.change { $0 -= 1 } }
    }
}

// Sentences that people read when a search fails.
let away = "IGDB is not answering now. Please try again in a few minutes."
let unreadable = "What IGDB answered could not be read. Nothing of it is shown."
let misconfigured = "Looking for games at IGDB is not set up right. Please tell the people who run this site."
let resting = "IGDB has not been answering, so we do not ask it for a while. Please try again in a few minutes."
let crowded = "Many people are looking for games at IGDB now. Please try again in a minute."
