import Foundation
import OutgoingHTTP
import TestSupport
import Testing

@testable import OpenID

/// How long, how much and where to. What is cut off says why; without the limit some of it would go on for half an hour.
@Suite(.timeLimit(.minutes(3))) struct LimitTests {
    private static let quick = Outgoing.Options(time: .seconds(8))

    @Test func aProviderThatIsAwaySaysSo() async throws {
        try await Scene.run { scene in
            _ = try await scene.begin()
            scene.provider.behaviour.value.tricks = ["/token": .status(503, "")]
            #expect(await scene.expectRefusal("token: status 503", away) { try await scene.signIn() }?.isAway == true)
            scene.provider.behaviour.value.tricks = ["/keys": .status(500, "")]
            #expect(
                await scene.expectRefusal("keys: status 500, or not a key set", away) { try await scene.signIn() }?.isAway == true)
        }
    }

    @Test func aHostThatNobodyKnowsIsAway() async throws {
        try await Scene.run(.init(lookUp: { _ in [] }), host: "provider.test") { scene in
            await scene.expectRefusal("discovery: the host is not known", away) { try await scene.signIn() }
        }
    }

    @Test func aPortWhereNobodyListensIsAway() async throws {
        try await Scene.run { scene in
            let log = Locked<[String]>([])
            let settings = try OpenIDProviderSettings(
                name: "closed", issuer: "http://127.0.0.1:1", clientID: "a", clientSecret: "b", label: "Nobody")
            let client = OpenIDClient([settings], logger: Log.logger(log))
            let failure = await #expect(throws: OpenIDFailure.self) {
                try await client.begin("closed", redirectURI: Scene.callback, reauthenticating: false)
            }
            #expect(failure?.isAway == true)
            #expect(failure?.sentence == "Nobody is not answering just now. Please try again in a few minutes.")
        }
    }

    @Test func aFailureIsNotRememberedForLong() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.tricks = ["/.well-known/openid-configuration": .status(503, "")]
            for _ in 0..<3 { await scene.expectRefusal("discovery: status 503", away) { try await scene.signIn() } }
            #expect(scene.provider.asked.value.count == 1)
            scene.provider.behaviour.value.tricks = [:]
            scene.clock.change { $0 += 3 }
            try await scene.expectSignIn()
        }
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/keys", "/token", "/userinfo"])
    func anEndlessAnswerIsCutOffEarly(_ path: String) async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.tricks = [path: .endless]
            let purpose = path == "/.well-known/openid-configuration" ? "discovery" : String(path.dropFirst())
            await scene.expectRefusal("\(purpose): the answer is too long", untrusted) { try await scene.signIn() }
            // The whole is 655 MB. How much is on its way before the provider notices depends on the machine.
            #expect(scene.provider.bytesSent.value < 300_000_000)
        }
    }

    @Test func anEndlessPictureIsCutOffEarly() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims["picture"] = .string(scene.provider.issuer + "/picture")
            let identity = try await scene.signIn()
            scene.provider.behaviour.value.tricks = ["/picture": .endless]
            let failure = await #expect(throws: OpenIDFailure.self) { try await scene.client.picture(identity) }
            #expect(failure?.reason == "picture: the answer is too long")
            #expect(failure?.sentence == "Your picture could not be fetched from Testers.")
        }
    }

    @Test(arguments: [Behaviour.Trick.silent, .dripping]) func aSlowAnswerIsNotWaitedFor(_ trick: Behaviour.Trick) async throws {
        try await Scene.run(Self.quick) { scene in
            _ = try await scene.begin()
            scene.provider.behaviour.value.tricks = ["/token": trick]
            let failure = await scene.expectRefusal("token: no answer in time", away) { try await scene.signIn() }
            #expect(failure?.isAway == true)
        }
    }

    @Test func aResolverThatDoesNotAnswerIsNotWaitedFor() async throws {
        let options = Outgoing.Options(
            time: .milliseconds(500),
            lookUp: { _ in
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { continuation.resume(returning: []) }
                }
            })
        try await Scene.run(options) { scene in
            await scene.expectRefusal("discovery: no answer in time", away) { try await scene.signIn() }
        }
    }

    @Test func noRedirectToAnInsideAddressIsFollowed() async throws {
        try await Scene.run { scene in
            _ = try await scene.begin()
            scene.provider.behaviour.value.tricks = ["/token": .redirect(scene.provider.issuer + "/inside")]
            await scene.expectRefusal("token: status 302", untrusted) { try await scene.signIn() }
            scene.provider.behaviour.value.tricks = ["/keys": .redirect(scene.provider.issuer + "/inside")]
            await scene.expectRefusal("keys: status 302, or not a key set", away) { try await scene.signIn() }
            #expect(scene.provider.count("/inside") == 0)
        }
        try await Scene.run { scene in
            scene.provider.behaviour.value.tricks = ["/.well-known/openid-configuration": .redirect(scene.provider.issuer + "/inside")]
            await scene.expectRefusal("discovery: status 302", misconfigured) { try await scene.signIn() }
            #expect(scene.provider.count("/inside") == 0)
        }
    }

    /// No resolver knows the name, so the connection can only have gone to the address that was checked.
    @Test func aConnectionGoesToTheAddressThatWasChecked() async throws {
        let asked = Locked<[String]>([])
        let options = Outgoing.Options(lookUp: { host in
            asked.change { $0.append(host) }
            return [IPAddress("127.0.0.1")].compactMap { $0 }
        })
        try await Scene.run(options, host: "provider.test") { scene in
            _ = try await scene.client.begin("test", redirectURI: Scene.callback, reauthenticating: false)
            #expect(asked.value == ["provider.test"])
        }
    }

    @Test func theNextAddressIsTriedWhenTheFirstIsDead() async throws {
        let options = Outgoing.Options(lookUp: { _ in ["::1", "127.0.0.1"].compactMap(IPAddress.init) })
        try await Scene.run(options, host: "provider.test") { scene in
            _ = try await scene.client.begin("test", redirectURI: Scene.callback, reauthenticating: false)
        }
    }

    /// An issuer of the internet must not send us to a machine of ours.
    @Test(arguments: ["127.0.0.1", "::1", "10.1.2.3", "::ffff:192.168.0.1", "fd00::1"])
    func anInsideAddressIsNotAskedForAnIssuerOutside(_ address: String) async throws {
        let (log, asked) = (Locked<[String]>([]), try #require(IPAddress(address)))
        let outgoing = Outgoing("openid", .init(lookUp: { _ in [asked] }), logger: Log.logger(log))
        let issuer = try #require(WebAddress("https://accounts.example"))
        let inner = try #require(WebAddress("https://inner.example/token"))
        let errand = Errand(.token, to: inner, within: Reach(chosen: issuer).naming([inner], isInside: false))
        let error = await #expect(throws: OutgoingError.self) { try await outgoing.send(errand) }
        #expect(error?.reason == "the host has no address that may be asked")
        #expect(log.value.count == 1 && log.value.allSatisfy { $0.contains("host=inner.example") && $0.contains("status=failed") })
    }
}
