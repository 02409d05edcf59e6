import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import NIOSSL
import OutgoingHTTP
import TestSupport
import Testing

@testable import OpenID

/// A client and its provider, with a clock and a log.
struct Scene: Sendable {
    let provider: TestProvider
    let client: OpenIDClient
    let clock: Locked<Date>
    let log: Locked<[String]>
    static let callback = "https://club.example/sign-in/test/answer"

    /// - Parameter host: The provider's host name, which no resolver knows. Nil for 127.0.0.1.
    static func run(
        _ options: Outgoing.Options = .init(), host: String? = nil, tls: TLSConfiguration? = nil, _ body: (Scene) async throws -> Void
    ) async throws {
        let clock = Locked(Date(timeIntervalSince1970: 1_790_000_000))
        let provider = try TestProvider(clock: clock)
        let (running, isRunning) = AsyncStream<Int>.makeStream()
        let app = Application(
            router: provider.router(), server: try tls.map { try .tls(tlsConfiguration: $0) } ?? .http1(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { isRunning.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "provider") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await app.run() }
            for await port in running {
                provider.port.value = port
                break
            }
            if let host { provider.origin.value = "\(tls == nil ? "http" : "https")://\(host):\(provider.port.value)" }
            try await body(try Scene(provider, clock: clock, options))
            group.cancelAll()
        }
    }

    private init(_ provider: TestProvider, clock: Locked<Date>, _ options: Outgoing.Options) throws {
        (self.provider, self.clock, log) = (provider, clock, Locked([]))
        let settings = try OpenIDProviderSettings(
            name: "test", issuer: provider.issuer, clientID: provider.clientID, clientSecret: provider.clientSecret, label: "Testers")
        let other = try OpenIDProviderSettings(
            name: "other", issuer: provider.issuer + "/other", clientID: "x", clientSecret: "y", label: "Others")
        let logger = Log.logger(log)
        client = OpenIDClient([settings, other], outgoing: Outgoing("openid", options, logger: logger), logger: logger) { clock.value }
    }

    func begin(reauthenticating: Bool = false) async throws -> OpenIDRequest {
        try await client.begin("test", redirectURI: Self.callback, reauthenticating: reauthenticating)
    }

    /// Visits the provider as a browser does. Returns the query with which the provider redirects back.
    func visit(_ request: OpenIDRequest) async throws -> [String: String] {
        let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        let location = try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let answer = try await client.execute(HTTPClientRequest(url: request.url), timeout: .seconds(300))
            return answer.headers.first(name: "Location")
        }
        let items = URLComponents(string: try #require(location))?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    func signIn(reauthenticating: Bool = false) async throws -> OpenIDIdentity {
        let request = try await begin(reauthenticating: reauthenticating)
        return try await client.finish(request, query: try await visit(request))
    }

    func expectSignIn(reauthenticating: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let identity = try await signIn(reauthenticating: reauthenticating)
        #expect(identity.subject == "ana-1", sourceLocation: sourceLocation)
    }

    /// The requests that the client sent, each as `purpose status`.
    var sent: [String] {
        log.value.compactMap { line in
            line.firstMatch(of: #/info openid request .*purpose=(\w+) status=(\w+)/#).map { "\($0.1) \($0.2)" }
        }
    }
}

// Sentences that people read when a sign-in fails.
let untrusted = "What Testers answered could not be trusted, so nobody was signed in. Please start again."
let foreign = "This answer from Testers does not belong to a sign-in that was started here. Please start again."
let away = "Testers is not answering now. Please try again in a few minutes."
let used = "This sign-in with Testers was used already, or took too long. Please start again."
let misconfigured = "Signing in with Testers is not set up right. Please tell the people who run this site."
let notAsked = "Testers did not confirm that you signed in there within the last 5 minutes. Please start again."

extension Scene {
    /// Expects a refusal with `sentence` for the user and `reason` in the log, and no secret in either.
    @discardableResult
    func expectRefusal(
        _ reason: String, _ sentence: String, of request: OpenIDRequest? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () async throws -> OpenIDIdentity
    ) async -> OpenIDFailure? {
        do {
            let identity = try await work()
            Issue.record("\(identity.subject) was signed in", sourceLocation: sourceLocation)
            return nil
        } catch let failure as OpenIDFailure {
            #expect(failure.reason == reason, sourceLocation: sourceLocation)
            #expect(failure.sentence == sentence, sourceLocation: sourceLocation)
            let level = failure.wasCancelled ? "info" : "warning"
            #expect(log.value.contains("\(level) openid refused provider=test reason=\(reason)"), sourceLocation: sourceLocation)
            expectNoSecrets(in: log.value + [failure.sentence, failure.reason], request, sourceLocation: sourceLocation)
            return failure
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
            return nil
        }
    }

    func expectNoSecrets(in lines: [String], _ request: OpenIDRequest?, sourceLocation: SourceLocation = #_sourceLocation) {
        let secrets =
            provider.issued.value + ["@example.org", provider.clientSecret, "a%20secret"]
            + (request.map { [$0.state, $0.nonce, $0.verifier] } ?? [])
        for line in lines {
            for secret in secrets { #expect(!line.contains(secret), sourceLocation: sourceLocation) }
        }
    }

    /// Expects that a whole sign-in is refused when the provider behaves as `change` says.
    static func refuses(
        _ reason: String, _ sentence: String, reauthenticating: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: @Sendable (inout Behaviour) -> Void
    ) async throws {
        try await run { scene in
            scene.provider.behaviour.change(change)
            let request = try await scene.begin(reauthenticating: reauthenticating)
            let query = try await scene.visit(request)
            await scene.expectRefusal(reason, sentence, of: request, sourceLocation: sourceLocation) {
                try await scene.client.finish(request, query: query)
            }
            #expect(query["code"] == nil || !scene.log.value.joined().contains(query["code"] ?? ""), sourceLocation: sourceLocation)
        }
    }
}
