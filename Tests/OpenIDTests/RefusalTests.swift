import Foundation
import JWTKit
import Testing

@testable import OpenID

/// What is refused, in what words, and what the log says of it.
@Suite struct RefusalTests {
    // The ID token

    @Test func aWrongNonceIsRefused() async throws {
        try await Scene.refuses("id token: of another nonce", untrusted) { $0.claims["nonce"] = "another" }
    }

    @Test func aMissingNonceIsRefused() async throws {
        try await Scene.refuses("id token: of another nonce", untrusted) { $0.claims["nonce"] = .null }
    }

    @Test func aWrongAudienceIsRefused() async throws {
        try await Scene.refuses("id token: for another audience", untrusted) { $0.claims["aud"] = "another-site" }
    }

    @Test func noAudienceIsRefused() async throws {
        try await Scene.refuses("id token: for another audience", untrusted) { $0.claims["aud"] = [] }
    }

    @Test func severalAudiencesNeedAnAuthorizedParty() async throws {
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

    @Test func aWrongIssuerIsRefused() async throws {
        try await Scene.refuses("id token: of another issuer", untrusted) { $0.claims["iss"] = "https://accounts.example" }
    }

    @Test(arguments: ["", String(repeating: "a", count: 256), "Jos\u{E9}", "a\nb"]) func aSubjectThatIsNoneIsRefused(_ subject: String)
        async throws
    {
        try await Scene.refuses("id token: no subject of 1 to 255 ASCII characters", untrusted) { $0.claims["sub"] = .string(subject) }
    }

    @Test func anUnsignedTokenIsRefused() async throws {
        try await Scene.refuses("id token: the algorithm none is not taken", untrusted) { $0.signature = .none }
    }

    @Test func aTokenSignedWithThePublicKeyAsASecretIsRefused() async throws {
        try await Scene.refuses("id token: the algorithm HS256 is not taken", untrusted) { $0.signature = .publicKey }
    }

    @Test func aTokenOfAStrangersKeyIsRefused() async throws {
        try await Scene.refuses("id token: no key of the provider signed it", untrusted) {
            $0.signature = .by(.es256(kid: "first"))
        }
    }

    @Test func somethingElseThanATokenIsRefused() async throws {
        try await Scene.refuses("id token: not a signed token", untrusted) {
            $0.tricks["/token"] = .status(200, #"{"access_token": "a", "id_token": "a.b"}"#)
        }
        try await Scene.refuses("token: no id token in the answer", untrusted) {
            $0.tricks["/token"] = .status(200, #"{"access_token": "a"}"#)
        }
    }

    // The sign-in again

    @Test func aSignInOfLongAgoDoesNotStandForAPassword() async throws {
        let long = Date(timeIntervalSince1970: 1_790_000_000 - 301)
        try await Scene.refuses("id token: auth_time is not within 5 minutes", notAsked, reauthenticating: true) {
            $0.claims["auth_time"] = .int(Int(long.timeIntervalSince1970))
        }
    }

    @Test func aSignInOfNoTimeDoesNotStandForAPassword() async throws {
        try await Scene.refuses("id token: no auth_time", notAsked, reauthenticating: true) { $0.claims["auth_time"] = .null }
    }

    // The browser's way back

    @Test func aReplayedCodeIsRefused() async throws {
        try await Scene.run { scene in
            let request = try await scene.begin()
            let query = try await scene.visit(request)
            _ = try await scene.client.finish(request, query: query)
            await scene.expectRefusal("token: invalid_grant", used, of: request) { try await scene.client.finish(request, query: query) }
        }
    }

    @Test func aForeignStateIsRefusedBeforeAnythingIsAsked() async throws {
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

    @Test func aMixedUpProviderIsRefusedBeforeItsCodeGoesAnywhere() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.answer["iss"] = "https://accounts.example"
            await scene.expectRefusal("answer: from another issuer", foreign) { try await scene.signIn() }
            #expect(scene.provider.count("/token") == 0)
        }
    }

    @Test func anAnswerWithoutAnIssuerIsRefusedWhereTheProviderNamesIt() async throws {
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

    @Test func aNoAtTheProviderIsNoFault() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.answer = ["code": nil, "error": "access_denied"]
            let failure = await scene.expectRefusal("cancelled at the provider", "You did not sign in with Testers.") {
                try await scene.signIn()
            }
            #expect(failure?.wasCancelled == true)
        }
    }

    @Test func anErrorOfTheAddressIsNotWrittenInTheLog() async throws {
        try await Scene.refuses("answer: an error that we do not know", untrusted) {
            $0.answer = ["code": nil, "error": "ana@example.org", "error_description": "ana@example.org"]
        }
    }

    @Test func anAnswerWithoutACodeIsRefused() async throws {
        try await Scene.refuses("answer: without a code", untrusted) { $0.answer = ["code": nil] }
    }

    @Test func userinfoOfSomebodyElseIsRefused() async throws {
        try await Scene.refuses("userinfo: of another subject", untrusted) { $0.userinfo["sub"] = "ben-2" }
    }

    @Test func aProviderThatIsNotInTheSettingsIsRefused() async throws {
        try await Scene.run { scene in
            await #expect(throws: OpenIDFailure.self) {
                try await scene.client.begin("secret\nname", redirectURI: Scene.callback, reauthenticating: false)
            }
            #expect(scene.log.value == ["warning openid refused provider=unknown reason=no such provider"])
        }
    }

    // The discovery

    @Test func aDiscoveryOfAnotherIssuerIsRefused() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["issuer"] = .string(scene.provider.issuer + "/")
            await scene.expectRefusal("discovery: names another issuer", misconfigured) { try await scene.signIn() }
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/keys", "https://ana@127.0.0.1/keys", "https://127.0.0.1/keys#1", "keys", ""])
    func aDiscoveryWithAnOddAddressIsRefused(_ address: String) async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.discovery["jwks_uri"] = .string(address)
            await scene.expectRefusal("discovery: jwks_uri is missing, or may not be asked", misconfigured) { try await scene.signIn() }
        }
    }

    @Test func aWrongClientSecretIsTheOperatorsAffair() async throws {
        try await Scene.refuses("token: invalid_client", misconfigured) {
            $0.tricks["/token"] = .status(401, #"{"error": "invalid_client", "error_description": "ana@example.org"}"#)
        }
    }
}
