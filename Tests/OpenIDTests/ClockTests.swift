import Foundation
import JWTKit
import Testing

@testable import OpenID

@Suite struct ClockTests {
    private static let now = 1_790_000_000

    @Test func `an expired token is refused`() async throws {
        try await Scene.refuses("id token: expired", untrusted) { $0.claims["exp"] = .int(Self.now - 60) }
        try await Scene.refuses("id token: expired", untrusted) { $0.claims["exp"] = .null }
    }

    @Test func `a token from the future is refused`() async throws {
        try await Scene.refuses("id token: issued in the future", untrusted) { $0.claims["iat"] = .int(Self.now + 61) }
        try await Scene.refuses("id token: issued in the future", untrusted) { $0.claims["iat"] = .null }
        try await Scene.refuses("id token: not valid yet", untrusted) { $0.claims["nbf"] = .int(Self.now + 61) }
    }

    @Test func `clocks may differ by one minute`() async throws {
        try await Scene.run { scene in
            scene.provider.behaviour.value.claims = ["exp": .int(Self.now - 59)]
            try await scene.expectSignIn()
            scene.provider.behaviour.value.claims = ["iat": .int(Self.now + 60), "nbf": .int(Self.now + 60), "exp": .int(Self.now + 360)]
            try await scene.expectSignIn()
            scene.provider.behaviour.value.claims = ["auth_time": .int(Self.now + 60)]
            try await scene.expectSignIn(reauthenticating: true)
            scene.provider.behaviour.value.claims = ["auth_time": .int(Self.now - 300)]
            try await scene.expectSignIn(reauthenticating: true)
        }
    }

    @Test func `a login time in the future does not confirm the identity`() async throws {
        try await Scene.refuses("id token: auth_time is not within 5 minutes", notAsked, reauthenticating: true) {
            $0.claims["auth_time"] = .int(Self.now + 61)
        }
    }
}
