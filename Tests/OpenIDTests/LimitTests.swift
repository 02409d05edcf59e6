import Foundation
import OutgoingHTTP
import TestSupport
import Testing

@testable import OpenID

/// Limits of time, size and address. Without them some of these requests would go on for half an hour.
@Suite(.timeLimit(.minutes(3))) struct LimitTests {
    private static let quick = Outgoing.Options(time: .seconds(8))

    @Test func `a failing provider is reported as not answering`() async throws {
        try await Scene.run { scene in
            _ = try await scene.begin()
            scene.provider.behaviour.value.tricks = ["/token": .status(503, "")]
            #expect(await scene.expectRefusal("token: status 503", away) { try await scene.signIn() }?.isAway == true)
            scene.provider.behaviour.value.tricks = ["/keys": .status(500, "")]
            #expect(
                await scene.expectRefusal("keys: status 500, or not a key set", away) { try await scene.signIn() }?.isAway == true)
        }
    }

    @Test func `an unknown host is reported as not answering`() async throws {
        try await Scene.run(.init(lookUp: { _ in [] }), host: "provider.test") { scene in
            await scene.expectRefusal("discovery: the host is not known", away) { try await scene.signIn() }
        }
    }

    @Test func `a refused connection is reported as not answering`() async throws {
        try await Scene.run { scene in
            let log = Locked<[String]>([])
            let settings = try OpenIDProviderSettings(
                name: "closed", issuer: "http://127.0.0.1:1", clientID: "a", clientSecret: "b", label: "Nobody")
            let client = OpenIDClient([settings], logger: Log.logger(log))
            let failure = await #expect(throws: OpenIDFailure.self) {
                try await client.begin("closed", redirectURI: Scene.callback, reauthenticating: false)
            }
            #expect(failure?.isAway == true)
            #expect(failure?.sentence == "Nobody is not answering now. Please try again in a few minutes.")
        }
    }

    @Test func `a failed discovery is cached for a few seconds only`() async throws {
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
    func `an endless response is cut off early`(_ path: String) async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.tricks = [path: .endless]
            let purpose = path == "/.well-known/openid-configuration" ? "discovery" : String(path.dropFirst())
            await scene.expectRefusal("\(purpose): the answer is too long", untrusted) { try await scene.signIn() }
            // The whole response has 655 MB. The bytes that are sent before the provider notices the end depend on the machine.
            #expect(scene.provider.bytesSent.value < 300_000_000)
        }
    }

    @Test func `an endless picture is cut off early`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims["picture"] = .string(scene.provider.issuer + "/picture")
            let identity = try await scene.signIn()
            scene.provider.behaviour.value.tricks = ["/picture": .endless]
            let failure = await #expect(throws: OpenIDFailure.self) { try await scene.client.picture(identity) }
            #expect(failure?.reason == "picture: the answer is too long")
            #expect(failure?.sentence == "Your picture could not be fetched from Testers.")
        }
    }

    @Test(arguments: [Behaviour.Trick.silent, .dripping]) func `a slow response times out`(_ trick: Behaviour.Trick) async throws {
        try await Scene.run(Self.quick) { scene in
            _ = try await scene.begin()
            scene.provider.behaviour.value.tricks = ["/token": trick]
            let failure = await scene.expectRefusal("token: no answer in time", away) { try await scene.signIn() }
            #expect(failure?.isAway == true)
        }
    }

    @Test func `a resolver that does not answer times out`() async throws {
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

    @Test func `redirects are not followed`() async throws {
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

    /// No resolver knows the name, so the connection can only go to the address that was checked.
    @Test func `a connection goes to the address that was checked`() async throws {
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

    @Test func `the next address is tried if the first does not answer`() async throws {
        let options = Outgoing.Options(lookUp: { _ in ["::1", "127.0.0.1"].compactMap(IPAddress.init) })
        try await Scene.run(options, host: "provider.test") { scene in
            _ = try await scene.client.begin("test", redirectURI: Scene.callback, reauthenticating: false)
        }
    }

    /// A public issuer must not make the server send requests to its own network.
    @Test(arguments: ["127.0.0.1", "::1", "10.1.2.3", "::ffff:192.168.0.1", "fd00::1"])
    func `a public issuer cannot lead to a private address`(_ address: String) async throws {
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
