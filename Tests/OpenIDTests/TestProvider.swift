import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import JWTKit
import Logging
import TestSupport

/// An OpenID provider that enforces PKCE and can show every fault.
final class TestProvider: Sendable {
    let clientID = "board walk:1"
    let clientSecret = "a secret/with+signs%"
    let behaviour = Locked(Behaviour())
    let key: Locked<SigningKey>
    let clock: Locked<Date>
    let port = Locked(0)
    /// Scheme, host and port of an issuer whose host name the system's resolver does not know. Nil for 127.0.0.1.
    let origin: Locked<String?> = Locked(nil)
    /// The paths of all requests, in order.
    let asked = Locked<[String]>([])
    let bytesSent = Locked(0)
    /// Codes and tokens that were issued.
    let issued = Locked<[String]>([])
    private let grants = Locked<[String: [String: String]]>([:])

    init(clock: Locked<Date>) throws { (self.clock, key) = (clock, Locked(try .rs256())) }

    var issuer: String { origin.value ?? "http://127.0.0.1:\(port.value)" }

    func count(_ path: String) -> Int { asked.value.count { $0 == path } }

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: Tricks(provider: self))
        router.get("/.well-known/openid-configuration") { [self] _, _ in try json(discovery()) }
        router.get("/keys") { [self] _, _ in
            try json(["keys": .array(try (behaviour.value.published ?? [try key.value.jwk()]).map { .object($0) })])
        }
        router.get("/authorize") { [self] request, _ in try authorize(request) }
        router.post("/token") { [self] request, _ in try await token(request) }
        router.get("/userinfo") { [self] request, _ in
            guard let bearer = request.headers[.authorization], issued.value.contains(String(bearer.dropFirst(7))) else {
                return try json([:], status: .unauthorized)
            }
            return try json(changed(["sub": "ana-1"], by: behaviour.value.userinfo))
        }
        router.get("/picture") { _, _ in
            Response(status: .ok, headers: [.contentType: "image/png"], body: .init(byteBuffer: ByteBuffer(bytes: [1, 2, 3])))
        }
        return router
    }

    private func discovery() -> [String: JWTHeaderField] {
        changed(
            [
                "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
                "token_endpoint": .string(issuer + "/token"),
                "jwks_uri": .string(issuer + "/keys"), "userinfo_endpoint": .string(issuer + "/userinfo"),
                "authorization_response_iss_parameter_supported": true,
            ], by: behaviour.value.discovery)
    }

    /// The user is signed in already and agrees.
    private func authorize(_ request: Request) throws -> Response {
        let query = Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first }
        guard query["response_type"] == "code", query["client_id"] == clientID, query["code_challenge_method"] == "S256",
            query["code_challenge"]?.count == 43, let back = query["redirect_uri"], query["scope"]?.contains("openid") == true
        else { return try json(["error": "invalid_request"], status: .badRequest) }
        let code = "code-" + UUID().uuidString
        issued.change { $0.append(code) }
        grants.change { $0[code] = query }
        let fields = ["code": code, "state": query["state"], "iss": issuer].merging(behaviour.value.answer) { $1 }
        let text = fields.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }.joined(separator: "&")
        return Response(status: .found, headers: [.location: back + "?" + text])
    }

    private func token(_ request: Request) async throws -> Response {
        let form = try URLEncodedFormDecoder().decode(
            [String: String].self, from: String(buffer: try await request.body.collect(upTo: 65_536)))
        guard isClient(request, form) else { return try json(["error": "invalid_client"], status: .unauthorized) }
        // A code is valid once.
        let grant = grants.change { $0.removeValue(forKey: form["code"] ?? "") }
        let challenge = SigningKey.encoded(Array(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))))
        guard form["grant_type"] == "authorization_code", let grant, grant["redirect_uri"] == form["redirect_uri"],
            grant["code_challenge"] == challenge
        else { return try json(["error": "invalid_grant"], status: .badRequest) }
        let access = "access-" + UUID().uuidString
        let identity = try await idToken(nonce: grant["nonce"] ?? "")
        issued.change { $0 += [access, identity] }
        return try json(["access_token": .string(access), "token_type": "Bearer", "id_token": .string(identity)])
    }

    private func isClient(_ request: Request, _ form: [String: String]) -> Bool {
        if let header = request.headers[.authorization] {
            let pair = "\(Self.escaped(clientID)):\(Self.escaped(clientSecret))"
            return form["client_secret"] == nil && header == "Basic " + Data(pair.utf8).base64EncodedString()
        }
        return form["client_id"] == clientID && form["client_secret"] == clientSecret
    }

    private func idToken(nonce: String) async throws -> String {
        let (behaviour, now) = (behaviour.value, Int(clock.value.timeIntervalSince1970))
        let claims = changed(
            [
                "iss": .string(issuer), "sub": "ana-1", "aud": .string(clientID), "nonce": .string(nonce), "iat": .int(now),
                "exp": .int(now + 300),
                "auth_time": .int(now - 10),
            ], by: behaviour.claims)
        switch behaviour.signature {
        case .own: return try await key.value.sign(claims, kid: behaviour.kid ?? key.value.kid)
        case .by(let other): return try await other.sign(claims, kid: behaviour.kid ?? other.kid)
        case .publicKey:
            let keys = await JWTKeyCollection().add(hmac: HMACKey(from: key.value.publicPEM), digestAlgorithm: .sha256)
            return try await keys.sign(TestClaims(fields: claims), header: ["kid": .string(key.value.kid)])
        case .none:
            let parts = [try JSONEncoder().encode(["alg": "none"]), try JSONEncoder().encode(claims)]
            return parts.map { SigningKey.encoded($0) }.joined(separator: ".") + "."
        }
    }

    private func changed(_ fields: [String: JWTHeaderField], by changes: [String: JWTHeaderField]) -> [String: JWTHeaderField] {
        fields.merging(changes) { $1 }.filter { !$0.value.isNull }
    }

    private func json(_ fields: [String: JWTHeaderField], status: HTTPResponse.Status = .ok) throws -> Response {
        let body = ByteBuffer(data: try JSONEncoder().encode(fields))
        return Response(status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: body))
    }

    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// Records each request, and answers as the provider's behaviour says.
private struct Tricks: RouterMiddleware {
    let provider: TestProvider

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        provider.asked.change { $0.append(request.uri.path) }
        switch provider.behaviour.value.tricks[request.uri.path] {
        case nil: return try await next(request, context)
        case .status(let status, let body):
            return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: body)))
        case .redirect(let place): return Response(status: .found, headers: [.location: place])
        case .endless: return Response(status: .ok, body: body(of: 65_536, every: .zero))
        case .dripping: return Response(status: .ok, body: body(of: 1, every: .milliseconds(100)))
        case .silent:
            try await Task.sleep(for: .seconds(30))
            return Response(status: .ok)
        }
    }

    private func body(of size: Int, every pause: Duration) -> ResponseBody {
        ResponseBody { [provider] writer in
            for _ in 0..<10_000 {
                try await writer.write(ByteBuffer(repeating: UInt8(ascii: " "), count: size))
                provider.bytesSent.change { $0 += size }
                try await Task.sleep(for: pause)
            }
            try await writer.finish(nil)
        }
    }
}
