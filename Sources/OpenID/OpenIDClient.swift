public import FoundationEssentials
public import Logging
public import OutgoingHTTP

/// A client for all configured providers. It caches their metadata and keys in memory for at most an hour.
public final class OpenIDClient: Sendable {
    public let providers: [OpenIDProviderSettings]
    private let providersByName: [String: Provider]
    private let outgoing: Outgoing
    private let logger: Logger

    public convenience init(
        _ providers: [OpenIDProviderSettings], logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(providers, outgoing: Outgoing("openid", logger: logger), logger: logger, now: now)
    }

    init(_ providers: [OpenIDProviderSettings], outgoing: Outgoing, logger: Logger, now: @escaping @Sendable () -> Date) {
        (self.providers, self.outgoing, self.logger) = (providers, outgoing, logger)
        providersByName = Dictionary(providers.map { ($0.name, Provider($0, outgoing: outgoing, now: now)) }) { first, _ in first }
    }

    /// Starts a sign-in. Send the browser to the `url` of the result, and store the result until the browser comes back.
    public func begin(_ provider: String, redirectURI: String, reauthenticating: Bool) async throws(OpenIDFailure) -> OpenIDRequest {
        try await logged(provider) { client throws(OpenIDFailure) in
            try await client.begin(redirectURI: redirectURI, reauthenticating: reauthenticating)
        }
    }

    /// Checks the provider's callback, and returns the identity of the user.
    /// - Parameter query: The query parameters in the address of the callback.
    public func finish(_ request: OpenIDRequest, query: [String: String]) async throws(OpenIDFailure) -> OpenIDIdentity {
        try await logged(request.provider) { client throws(OpenIDFailure) in try await client.finish(request, query: query) }
    }

    /// Fetches the user's picture, of at most 5 MB. The bytes come from the provider, so do not trust them before an image decoder has
    /// accepted them.
    public func picture(_ identity: OpenIDIdentity) async throws(OpenIDFailure) -> [UInt8] {
        try await logged(identity.provider) { client throws(OpenIDFailure) in try await client.picture(identity) }
    }

    /// The number of requests sent, by host, purpose and outcome.
    public var requests: [OutgoingKind: Int] { outgoing.counts }

    /// Refuses new requests. Requests that are in progress end within 10 seconds.
    public func shutdown() async throws { outgoing.close() }

    private func logged<Value: Sendable>(
        _ name: String, _ work: (Provider) async throws(OpenIDFailure) -> Value
    ) async throws(OpenIDFailure) -> Value {
        do throws(OpenIDFailure) {
            guard let client = providersByName[name] else { throw .unknownProvider() }
            return try await work(client)
        } catch {
            let provider = providersByName[name] == nil ? "unknown" : name
            logger.log(
                level: error.wasCancelled ? .info : .warning, "openid refused",
                metadata: ["provider": "\(provider)", "reason": "\(error.reason)"])
            throw error
        }
    }
}
