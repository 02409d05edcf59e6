import Crypto
import Foundation
import Hummingbird
import Logging
import OpenID
import TestSupport

@testable import App

/// A provider whose answers a test decides.
final class MockProvider: Sendable {
    /// The person whom the next ID token names.
    struct Person: Sendable {
        var subject = "ana-1"
        var email: String? = "ana@provider.example"
        var isVerified = true
        var name: String? = "Ana Kovač"
        var username: String? = "ana"
        var hasPicture = false
        /// Seconds since the person signed in at the provider.
        var age = 5
    }

    let person = Locked(Person())
    /// True if the provider answers with errors only.
    let isAway = Locked(false)
    let picture: Locked<[UInt8]> = Locked(Images.gif)
    /// The names of the requested endpoints.
    let asked: Locked<[String]> = Locked([])
    let label: String
    private let name: String
    private let port = Locked(0)
    private let key = P256.Signing.PrivateKey()
    private let grants: Locked<[String: [String: String]]> = Locked([:])

    init(_ name: String) { (self.name, label) = (name, name.capitalized + " & Co") }

    var issuer: String { "http://127.0.0.1:\(port.value)" }

    func settings() throws -> OpenIDProviderSettings {
        try OpenIDProviderSettings(name: name, issuer: issuer, clientID: "boardwalk", clientSecret: "secret", label: label)
    }

    /// Runs `body` with a site that has the providers `mock` and `other`.
    static func open(
        change: @escaping @Sendable (inout AppSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (TestSite, _ mock: MockProvider, _ other: MockProvider) async throws -> Void
    ) async throws {
        let (mock, other) = (MockProvider("mock"), MockProvider("other"))
        try await mock.run {
            try await other.run {
                let providers = [try mock.settings(), try other.settings()]
                try await TestSite.open { settings in
                    settings.providers = providers
                    change(&settings)
                } _: { site in
                    try await body(site, mock, other)
                }
            }
        }
    }

    private func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            router: router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "provider") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await app.run() }
            port.value = await ports.first { _ in true } ?? 0
            try await body()
            group.cancelAll()
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/.well-known/openid-configuration") { [self] _, _ in
            try answer(
                "discovery",
                [
                    "issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
                    "jwks_uri": issuer + "/keys",
                ])
        }
        router.get("/keys") { [self] _, _ in
            let point = key.publicKey.rawRepresentation
            let jwk = ["kty": "EC", "kid": "one", "crv": "P-256", "x": Self.text(point.prefix(32)), "y": Self.text(point.suffix(32))]
            return try answer("keys", ["keys": [jwk]])
        }
        router.get("/authorize") { [self] request, _ in
            let query = Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first }
            let code = UUID().uuidString
            grants.change { $0[code] = query }
            let back = (query["redirect_uri"] ?? "") + "?code=\(code)&state=\(query["state"] ?? "")"
            return Response(status: .found, headers: [.location: back])
        }
        router.post("/token") { [self] request, _ in
            let text = String(buffer: try await request.body.collect(upTo: 65_536))
            let form = Form(parsing: text.utf8)
            guard let grant = grants.change({ $0.removeValue(forKey: form["code"]) }) else { return Response(status: .badRequest) }
            return try answer("token", ["access_token": "a", "token_type": "Bearer", "id_token": try idToken(grant["nonce"] ?? "")])
        }
        router.get("/picture") { [self] _, _ in
            asked.change { $0.append("picture") }
            return Response(
                status: .ok, headers: [.contentType: "image/gif"], body: .init(byteBuffer: ByteBuffer(bytes: picture.value)))
        }
        return router
    }

    private func answer(_ name: String, _ fields: [String: Any]) throws -> Response {
        asked.change { $0.append(name) }
        if isAway.value { return Response(status: .serviceUnavailable) }
        let body = ByteBuffer(data: try JSONSerialization.data(withJSONObject: fields))
        return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: body))
    }

    private func idToken(_ nonce: String) throws -> String {
        let (person, now) = (person.value, Int(Date().timeIntervalSince1970))
        var claims: [String: Any] = [
            "iss": issuer, "sub": person.subject, "aud": "boardwalk", "nonce": nonce, "iat": now, "exp": now + 300,
            "auth_time": now - person.age, "email_verified": person.isVerified,
        ]
        for (name, value) in [("email", person.email), ("name", person.name), ("preferred_username", person.username)] {
            claims[name] = value
        }
        if person.hasPicture { claims["picture"] = issuer + "/picture" }
        let parts = [["alg": "ES256", "kid": "one"], claims].map { part in
            Self.text((try? JSONSerialization.data(withJSONObject: part)) ?? Data())
        }
        let signed = parts.joined(separator: ".")
        return signed + "." + Self.text(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    private static func text(_ bytes: Data) -> String { RandomText.encode(Array(bytes)) }
}

extension Visitor {
    /// Follows a link to a provider and the redirect back to the site.
    func travel(_ path: String) async throws -> Answer { try await get(try await wayBack(path)) }

    /// The path and query to which the provider would redirect the browser.
    func wayBack(_ path: String) async throws -> String {
        let left = try await get(path)
        guard left.status == .seeOther, let there = left.headers[.location] else { throw Lost(answer: left) }
        let response = try await TestSite.client.execute(.init(url: there), timeout: .seconds(300))
        guard let back = response.headers.first(name: "Location"), let start = back.firstRange(of: "/login/") else {
            throw Lost(answer: left)
        }
        return String(back[start.lowerBound...])
    }

    struct Lost: Error { var answer: Answer }

    /// Creates an account by a first sign-in with a provider.
    func arrive(with provider: String = "mock", as username: String, _ fields: [String: String] = [:]) async throws {
        _ = try await travel("/login/\(provider)")
        let answer = try await upload("/welcome", ["username": username, "display_name": username.capitalized].merging(fields) { $1 }, [])
        guard answer.status == .seeOther else { throw Lost(answer: answer) }
    }
}
