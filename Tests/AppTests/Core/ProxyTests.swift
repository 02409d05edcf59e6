import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App

/// What a proxy in front of the server says, and what deploy/nginx.conf lets through.
struct ProxyTests {
    /// How often one may guess before one has to wait.
    private static let guesses = Int(RateLimiter.Limit.signInByNetwork.burst)

    @Test func theVisitorIsTheRightmostAddressThatIsNoProxy() async throws {
        try await TestSite.open(change: Self.behindProxies) { site in
            for number in 0..<Self.guesses {
                // Whatever a visitor has written stands left of what the proxies add, on a line of its own or on theirs.
                let forged = number.isMultiple(of: 2) ? "198.51.100.\(number), 203.0.113.7, 10.0.0.3" : "203.0.113.7,10.0.0.3,10.0.0.4"
                try await #expect(Self.guess(site, "somebody\(number)", forged) == .unprocessableContent)
            }
            try await #expect(Self.guess(site, "one", "198.51.100.99, 203.0.113.7") == .tooManyRequests)
            try await #expect(Self.guess(site, "two", "203.0.113.7, 203.0.113.8, 10.0.0.3") == .unprocessableContent)
            // Only proxies: the one that connected.
            try await #expect(Self.guess(site, "three", "10.0.0.3") == .unprocessableContent)
        }
    }

    @Test func whoeverIsNoProxyCannotBeSomebodyElse() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            for number in 0..<Self.guesses {
                try await #expect(Self.guess(site, "somebody\(number)", "203.0.113.\(number)") == .unprocessableContent)
            }
            try await #expect(Self.guess(site, "one", "203.0.113.200") == .tooManyRequests)
        }
    }

    @Test func nginxLetsFilesThroughWhereTheyAreTakenAndNowhereElse() async throws {
        let configuration = try String(contentsOfFile: TestDatabase.root + "/deploy/nginx.conf", encoding: .utf8)
        let locations = configuration.matches(of: /location ~ (\S+) \{[^}]*client_max_body_size 256m;/).map { String($0.1) }
        try await TestSite.open { site in
            let map = siteRouter(site.server.services).map
            let roomy = try locations.map { try Regex($0) }
            #expect(!map.uploads.isEmpty)
            for pattern in map.patterns {
                let path = pattern.replacing(/:\w+/, with: "x1")
                #expect(roomy.contains { path.contains($0) } == map.uploads.contains(pattern), "\(pattern)")
            }
        }
    }

    private static func behindProxies(_ settings: inout AppSettings) {
        settings.limitsRates = true
        settings.trustedProxies = [Network("127.0.0.1"), Network("10.0.0.0/8")].compactMap(\.self)
    }

    private static func guess(_ site: TestSite, _ login: String, _ forwarded: String) async throws -> HTTPResponse.Status {
        try await site.visitor().post("/login", ["login": login, "password": "a wrong one"], [.forwardedFor: forwarded]).status
    }
}
