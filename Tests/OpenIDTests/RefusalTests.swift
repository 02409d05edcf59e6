import Foundation
import JWTKit
import Testing

@testable import OpenID

/// Each refusal has its sentence for the user and its reason in the log.
@Suite struct RefusalTests {
    // MARK: The ID token

    @Test func `a wrong nonce is refused`() async throws {
        try await Scene.refuses("id token: of another nonce", untrusted) { $0.claims["nonce"] = "another" }
    }

    @Test func `a missing nonce is refused`() async throws {
        try await Scene.refuses("id token: of another nonce", untrusted) { $0.claims["nonce"] = .null }
    }

    @Test func `a wrong audience is refused`() async throws {
        try await Scene.refuses("id token: for another audience", untrusted) { $0.claims["aud"] = "another-site" }
    }

    @Test func `an empty audience is refused`() async throws {
        try await Scene.refuses("id token: for another audience", untrusted) { $0.claims["aud"] = [] }
    }

    @Test func `several audiences need this client as authorized party`() async throws {
        try await Scene.refuses("id token: for another authorized party", untrusted) {
            $0.claims["aud"] = ["board walk:1", "another-site"]
        }
        try await Scene.refuses("id token: for another authorized party", untrusted) {
            $0.claims.merge(["aud": ["board walk:1", "another-site"], "azp": "another-site"]) { $1 }
        }
        try await Scene.run { scene in
            scene.provider.behaviour.change { $0.claims.merge(["aud": ["board walk:1", "another-site"], "azp": "board walk:1"]) { $1 } }
            try await scene.expectSignIn()
        }
    }

    @Test func `a wrong issuer is refused`() async throws {
        try await Scene.refuses("id token: of another issuer", untrusted) { $0.claims["iss"] = "https://accounts.example" }
    }

    @Test(arguments: ["", String(repeating: "a", count: 256), "Jos\u{E9}", "a\nb"])
    func `an invalid subject is refused`(_ subject: String) async throws {
        try await Scene.refuses("id token: no subject of 1 to 255 ASCII characters", untrusted) { $0.claims["sub"] = .string(subject) }
    }

    @Test func `an unsigned token is refused`() async throws {
        try await Scene.refuses("id token: the algorithm none is not taken", untrusted) { $0.signature = .none }
    }

    @Test func `a token signed with the public key as secret is refused`() async throws {
        try await Scene.refuses("id token: the algorithm HS256 is not taken", untrusted) { $0.signature = .publicKey }
    }

    @Test func `a token signed with a foreign key is refused`() async throws {
        try await Scene.refuses("id token: no key of the provider signed it", untrusted) {
            $0.signature = .by(.es256(kid: "first"))
        }
    }

    @Test func `a malformed or missing ID token is refused`() async throws {
        try await Scene.refuses("id token: not a signed token", untrusted) {
            $0.tricks["/token"] = .status(200, #"{"access_token": "a", "id_token": "a.b"}"#)
        }
        try await Scene.refuses("token: no id token in the answer", untrusted) {
            $0.tricks["/token"] = .status(200, #"{"access_token": "a"}"#)
        }
    }

    // MARK: Reauthentication

    @Test func `a login of over 5 minutes ago does not confirm the identity`() async throws {
        let long = Date(timeIntervalSince1970: 1_790_000_000 - 301)
        try await Scene.refuses("id token: auth_time is not within 5 minutes", notAsked, reauthenticating: true) {
            $0.claims["auth_time"] = .int(Int(long.timeIntervalSince1970))
        }
    }

    @Test func `a login without a time does not confirm the identity`() async throws {
        try await Scene.refuses("id token: no auth_time", notAsked, reauthenticating: true) { $0.claims["auth_time"] = .null }
    }

    // MARK: The redirect back

    @Test func `a replayed code is refused`() async throws {
        try await Scene.run { scene in
            let request = try await scene.begin()
            let query = try await scene.visit(request)
            _ = try await scene.client.finish(request, query: query)
            await scene.expectRefusal("token: invalid_grant", used, of: request) { try await scene.client.finish(request, query: query) }
        }
    }

    @Test func `a foreign state is refused before any request is sent`() async throws {
        try await Scene.run { scene in
            let (mine, theirs) = (try await scene.begin(), try await scene.begin())
            let query = try await scene.visit(theirs)
            await scene.expectRefusal("answer: of another state", foreign, of: mine) { try await scene.client.finish(mine, query: query) }
            await scene.expectRefusal("answer: of another state", foreign, of: mine) {
                try await scene.client.finish(mine, query: ["code": query["code"] ?? ""])
            }
            #expect(scene.provider.count("/token") == 0)
        }
    }

    @Test func `a response of another issuer is refused before its code is sent`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.answer["iss"] = "https://accounts.example"
            await scene.expectRefusal("answer: from another issuer", foreign) { try await scene.signIn() }
            #expect(scene.provider.count("/token") == 0)
        }
    }

    @Test func `a response must name the issuer if the provider announces that`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.answer["iss"] = .some(nil)
            await scene.expectRefusal("answer: without an issuer", foreign) { try await scene.signIn() }
            #expect(scene.provider.count("/token") == 0)
        }
        try await Scene.run { scene in
            scene.provider.behaviour.change {
                $0.answer["iss"] = .some(nil)
                $0.discovery["authorization_response_iss_parameter_supported"] = .null
            }
            try await scene.expectSignIn()
        }
    }

    @Test func `a cancelled sign-in is not logged as a warning`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.answer = ["code": nil, "error": "access_denied"]
            let failure = await scene.expectRefusal("cancelled at the provider", "You did not sign in with Testers.") {
                try await scene.signIn()
            }
            #expect(failure?.wasCancelled == true)
        }
    }

    @Test func `an unknown error in the address is not logged`() async throws {
        try await Scene.refuses("answer: an error that we do not know", untrusted) {
            $0.answer = ["code": nil, "error": "ana@example.org", "error_description": "ana@example.org"]
        }
    }

    @Test func `a response without a code is refused`() async throws {
        try await Scene.refuses("answer: without a code", untrusted) { $0.answer = ["code": nil] }
    }

    @Test func `userinfo of another subject is refused`() async throws {
        try await Scene.refuses("userinfo: of another subject", untrusted) { $0.userinfo["sub"] = "ben-2" }
    }

    @Test func `an unknown provider is refused`() async throws {
        try await Scene.run { scene in
            await #expect(throws: OpenIDFailure.self) {
                try await scene.client.begin("secret\nname", redirectURI: Scene.callback, reauthenticating: false)
            }
            #expect(scene.log.value == ["warning openid refused provider=unknown reason=no such provider"])
        }
    }

    // MARK: Discovery

    @Test func `a discovery document of another issuer is refused`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["issuer"] = .string(scene.provider.issuer + "/")
            await scene.expectRefusal("discovery: names another issuer", misconfigured) { try await scene.signIn() }
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/keys", "https://ana@127.0.0.1/keys", "https://127.0.0.1/keys#1", "keys", ""])
    func `a discovery document with an invalid address is refused`(_ address: String) async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["jwks_uri"] = .string(address)
            await scene.expectRefusal("discovery: jwks_uri is missing, or may not be asked", misconfigured) { try await scene.signIn() }
        }
    }

    @Test func `a wrong client secret is reported as a configuration error`() async throws {
        try await Scene.refuses("token: invalid_client", misconfigured) {
            $0.tricks["/token"] = .status(401, #"{"error": "invalid_client", "error_description": "ana@example.org"}"#)
        }
    }
}
