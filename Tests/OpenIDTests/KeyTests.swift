import Foundation
import JWTKit
import Testing

@testable import OpenID

@Suite struct KeyTests {
    @Test(arguments: ["RS256", "PS256", "ES256", "EdDSA"])
    func `a token signed with a supported algorithm is accepted`(_ algorithm: String) async throws {
        try await Scene.run { scene in
            switch algorithm {
            case "PS256": scene.provider.key.value = try .ps256()
            case "ES256": scene.provider.key.value = .es256()
            case "EdDSA": scene.provider.key.value = .edDSA()
            default: break
            }
            try await scene.expectSignIn()
        }
    }

    @Test func `keys are fetched at most once a minute`() async throws {
        try await Scene.run { scene in
            _ = try await scene.signIn()
            scene.provider.key.value = .es256(kid: "second")
            await scene.expectRefusal("id token: no key of the provider signed it", untrusted) { try await scene.signIn() }
            #expect(scene.provider.count("/keys") == 1)
            scene.clock.change { $0 += 60 }
            try await scene.expectSignIn()
            try await scene.expectSignIn()
            #expect(scene.provider.count("/keys") == 2)
        }
    }

    @Test func `a withdrawn key is not accepted after an hour`() async throws {
        try await Scene.run { scene in
            _ = try await scene.signIn()
            scene.provider.behaviour.value.published = []
            scene.clock.change { $0 += 3600 }
            await scene.expectRefusal("id token: no key of the provider signed it", untrusted) { try await scene.signIn() }
        }
    }

    @Test func `a token without a key ID is tried with all keys`() async throws {
        try await Scene.run { scene in
            let key = try scene.provider.key.value.jwk()
            let others = [
                try SigningKey.es256().jwk(), ["kty": "RSA", "kid": "short", "n": "AQAB", "e": "AQAB"], try SigningKey.edDSA().jwk(),
            ]
            scene.provider.behaviour.change { ($0.published, $0.kid) = (others + [key], .some(nil)) }
            try await scene.expectSignIn()
        }
    }

    @Test func `an unknown kind of key does not disable the others`() async throws {
        try await Scene.run { scene in
            let odd: [[String: JWTHeaderField]] = [["kid": "first"], ["kty": 7], ["kty": "AKP", "kid": "first", "alg": "ML-DSA-65"]]
            scene.provider.behaviour.value.published = odd + [try scene.provider.key.value.jwk()]
            try await scene.expectSignIn()
        }
    }

    @Test func `a token with another key ID is refused`() async throws {
        try await Scene.refuses("id token: no key of the provider signed it", untrusted) { $0.kid = "another" }
    }

    @Test(arguments: [("use", "enc"), ("alg", "PS256")])
    func `a key for another use or algorithm is not tried`(_ field: String, _ value: String) async throws {
        try await Scene.run { scene in
            var key = try scene.provider.key.value.jwk()
            key[field] = .string(value)
            scene.provider.behaviour.value.published = [key]
            await scene.expectRefusal("id token: no key of the provider signed it", untrusted) { try await scene.signIn() }
        }
    }

    @Test func `a changed token is refused`() async throws {
        let key = SigningKey.es256()
        let token = try await key.sign(["sub": "ana-1"], kid: nil)
        let known = try #require(ProviderKey.keys(in: try jwks(of: key))?.first)
        #expect(await known.claims(of: token, .es256)?.subject == "ana-1")
        var parts = token.split(separator: ".").map(String.init)
        parts[1] = SigningKey.encoded(Array(#"{"sub":"ben-2"}"#.utf8))
        #expect(await known.claims(of: parts.joined(separator: "."), .es256) == nil)
    }

    @Test func `a token with an unknown critical header is refused`() throws {
        let header = SigningKey.encoded(Array(#"{"alg":"RS256","crit":["b64"],"b64":false}"#.utf8))
        let refusal = #expect(throws: IDTokenRefusal.self) { try IDTokenHeader("\(header).e30.AA") }
        #expect(refusal?.reason == "id token: asks for an extension")
    }

    private func jwks(of key: SigningKey) throws -> [UInt8] {
        Array(try JSONEncoder().encode(["keys": [try key.jwk()]]))
    }
}
