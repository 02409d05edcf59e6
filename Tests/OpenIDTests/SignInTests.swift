import Foundation
import JWTKit
import OutgoingHTTP
import Testing

@testable import OpenID

@Suite struct SignInTests {
    @Test func `a sign-in gives the identity that the provider states`() async throws {
        try await Scene.run { scene in
            let request = try await scene.begin()
            let identity = try await scene.client.finish(request, query: try await scene.visit(request))
            #expect(identity.provider == "test" && identity.issuer == scene.provider.issuer && identity.subject == "ana-1")
            #expect(identity.email == "ana@example.org" && identity.isEmailVerified && identity.name == "Ana Fan")
            #expect(identity.authTime == scene.clock.value - 10)
            #expect(scene.sent == ["discovery 200", "token 200", "keys 200", "userinfo 200"])
            scene.expectNoSecrets(in: scene.log.value, request)
        }
    }

    @Test func `a request uses PKCE and fresh random values`() async throws {
        try await Scene.run { scene in
            let (first, second) = (try await scene.begin(), try await scene.begin())
            for (one, other) in [(first.state, second.state), (first.nonce, second.nonce), (first.verifier, second.verifier)] {
                #expect(one != other && one.utf8.count == 43)
            }
            let query = URLComponents(string: first.url)?.queryItems ?? []
            #expect(query.first { $0.name == "code_challenge_method" }?.value == "S256")
            #expect(!first.url.contains(first.verifier))
            #expect(query.allSatisfy { $0.name != "prompt" && $0.name != "max_age" })
        }
    }

    @Test func `the PKCE verifier of another request is refused`() async throws {
        try await Scene.run { scene in
            var request = try await scene.begin()
            let query = try await scene.visit(request)
            request.verifier = try await scene.begin().verifier
            await scene.expectRefusal("token: invalid_grant", used, of: request) { [request] in
                try await scene.client.finish(request, query: query)
            }
        }
    }

    @Test func `the client secret goes into the form if the provider asks so`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["token_endpoint_auth_methods_supported"] = ["client_secret_post", "private_key_jwt"]
            try await scene.expectSignIn()
        }
    }

    @Test func `a provider that takes no client secret is a configuration error`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["token_endpoint_auth_methods_supported"] = ["private_key_jwt"]
            await scene.expectRefusal("discovery: takes no client secret that we could send", misconfigured) { try await scene.signIn() }
        }
    }

    @Test func `only scopes that the provider supports are requested`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["scopes_supported"] = ["openid", "email"]
            let url = try await scene.begin().url
            #expect(url.contains("scope=openid%20email&"))
        }
    }

    @Test func `an authorization endpoint keeps its own query`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["authorization_endpoint"] = .string(scene.provider.issuer + "/authorize?tenant=7")
            let url = try await scene.begin().url
            #expect(url.hasPrefix(scene.provider.issuer + "/authorize?tenant=7&response_type=code&"))
            try await scene.expectSignIn()
        }
    }

    @Test func `userinfo is not requested if the token has all claims`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims = ["name": "Ana", "email": "ana@example.org", "email_verified": "true"]
            let identity = try await scene.signIn()
            #expect(identity.name == "Ana" && identity.isEmailVerified)
            #expect(scene.provider.count("/userinfo") == 0)
        }
    }

    @Test func `userinfo does not verify an email address of the token`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims = ["email": "other@example.org"]
            let identity = try await scene.signIn()
            #expect(identity.email == "other@example.org" && !identity.isEmailVerified && identity.name == "Ana Fan")
        }
    }

    @Test func `an account without an email address has none`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.userinfo = ["email_verified": true]
            let identity = try await scene.signIn()
            #expect(identity.email == nil && !identity.isEmailVerified && identity.name == nil)
        }
    }

    @Test func `reauthentication asks for a new login and gives its time`() async throws {
        try await Scene.run { scene in
            let request = try await scene.begin(reauthenticating: true)
            #expect(request.isReauthentication && request.url.hasSuffix("&prompt=login&max_age=0"))
            let identity = try await scene.client.finish(request, query: try await scene.visit(request))
            #expect(identity.authTime == scene.clock.value - 10)
        }
    }

    @Test func `simultaneous sign-ins share one discovery request`() async throws {
        try await Scene.run { scene in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { _ = try await scene.begin() } }
                try await group.waitForAll()
            }
            #expect(scene.provider.count("/.well-known/openid-configuration") == 1)
        }
    }

    @Test func `discovery is fetched again after an hour`() async throws {
        try await Scene.run { scene in
            _ = try await scene.begin()
            scene.clock.change { $0 += 3599 }
            _ = try await scene.begin()
            #expect(scene.provider.count("/.well-known/openid-configuration") == 1)
            scene.clock.change { $0 += 1 }
            _ = try await scene.begin()
            #expect(scene.provider.count("/.well-known/openid-configuration") == 2)
        }
    }

    @Test func `a picture is fetched only from a host of the provider`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims["picture"] = .string(scene.provider.issuer + "/picture")
            let identity = try await scene.signIn()
            #expect(try await scene.client.picture(identity) == [1, 2, 3])
            scene.provider.behaviour.value.claims["picture"] = "https://pictures.example/ana.png"
            #expect(try await scene.signIn().picture == nil)
            var foreign = identity
            foreign.picture = "https://pictures.example/ana.png"
            await #expect(throws: OpenIDFailure.self) { try await scene.client.picture(foreign) }
            #expect(!scene.client.requests.keys.contains { $0.host == "pictures.example" })
        }
    }

    @Test func `a response that is no image is refused as picture`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims["picture"] = .string(scene.provider.issuer + "/keys")
            let identity = try await scene.signIn()
            await #expect(throws: OpenIDFailure.self) { try await scene.client.picture(identity) }
        }
    }

    @Test func `requests are counted by host, purpose and outcome`() async throws {
        try await Scene.run { scene in
            for _ in 0..<2 { _ = try await scene.signIn() }
            let tokens = OutgoingKind(host: "127.0.0.1", purpose: "token", outcome: "200")
            #expect(scene.client.requests[tokens] == 2)
        }
    }

    @Test func `no request is sent after the shutdown`() async throws {
        try await Scene.run { scene in
            try await scene.client.shutdown()
            await #expect(throws: OpenIDFailure.self) { try await scene.begin() }
            #expect(scene.provider.asked.value.isEmpty)
        }
    }
}
