import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Web

/// Addresses that proxies forward, and uploads that deploy/nginx.conf lets through.
struct ProxyTests {
    @Test func `the client's address is the rightmost one that is no proxy`() async throws {
        try await TestSite.open(change: Self.behindProxies) { site in
            try Self.useUp(site, "203.0.113.7")
            // An address that a visitor forges stands to the left of the proxies' addresses.
            for forwarded in ["203.0.113.7", "198.51.100.9, 203.0.113.7", "198.51.100.9,203.0.113.7, 10.0.0.3,10.0.0.4"] {
                try await #expect(Self.register(site, "ana", forwarded) == .tooManyRequests, "\(forwarded)")
            }
            try await #expect(Self.register(site, "ben", "203.0.113.7, 203.0.113.8, 10.0.0.3") == .seeOther)
            // If all addresses are proxies, the address of the connection counts.
            try await #expect(Self.register(site, "cleo", "10.0.0.3") == .seeOther)
        }
    }

    @Test(arguments: [
        "203.0.113.7:4711", "203.0.113.7:4712", "[::ffff:203.0.113.7]:443", "::ffff:203.0.113.7", "::FFFF:CB00:7107", "\"203.0.113.7:80\"",
        "203.0.113.7 ,\t10.0.0.3:80", "unknown, 203.0.113.7:1", "203.0.113.7, ",
    ])
    func `an address counts the same in every form that proxies write`(forwarded: String) async throws {
        try await TestSite.open(change: Self.behindProxies) { site in
            try Self.useUp(site, "203.0.113.7")
            try await #expect(Self.register(site, "ana", forwarded) == .tooManyRequests)
        }
    }

    @Test(arguments: ["2001:db8:1:2::7", "[2001:DB8:1:2:3::7]:4711", "[2001:db8:1:2::8]", "2001:db8:1:2::7%eth0"])
    func `an IPv6 address counts by its network in every form`(forwarded: String) async throws {
        try await TestSite.open(change: Self.behindProxies) { site in
            try Self.useUp(site, Network.subscriber(of: "2001:db8:1:2::1"))
            try await #expect(Self.register(site, "ana", forwarded) == .tooManyRequests)
        }
    }

    /// Anybody can forge what stands to the left of such an entry.
    @Test(arguments: ["unknown", "_hidden", "-", "198.51.100.1, unknown", "1.2.3.4.5", "x:1", "[", String(repeating: "1", count: 9000)])
    func `visitors whose address a proxy does not know share one limit`(forwarded: String) async throws {
        try await TestSite.open(change: Self.behindProxies) { site in
            try Self.useUp(site, "127.0.0.1")
            try await #expect(Self.register(site, "ana", forwarded) == .tooManyRequests)
        }
    }

    @Test func `forwarded addresses from untrusted clients are ignored`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            try Self.useUp(site, "127.0.0.1")
            try await #expect(Self.register(site, "ana", "203.0.113.7") == .tooManyRequests)
        }
    }

    @Test func `nginx allows large bodies for upload addresses only`() async throws {
        let configuration = try String(contentsOfFile: TestDatabase.root + "/deploy/nginx.conf", encoding: .utf8)
        let locations = configuration.matches(of: /location ~ (\S+) \{[^}]*client_max_body_size \d+m;/).map { String($0.1) }
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

    /// Uses up the registrations of an address, so that the next one has to wait for a minute.
    private static func useUp(_ site: TestSite, _ address: String) throws {
        for _ in 0..<Int(RateLimiter.Limit.registration.burst) { try site.server.services.limiter.spend(.registration, by: address) }
    }

    private static func register(_ site: TestSite, _ name: String, _ forwarded: String) async throws -> HTTPResponse.Status {
        let fields = ["username": name, "email": "\(name)@example.com", "password": "a good long one", "display_name": name]
        return try await site.visitor().post("/register", fields, [.forwardedFor: forwarded]).status
    }
}
