public import FoundationEssentials
public import Logging
public import OutgoingHTTP

/// One client for all providers. Keeps what they say of themselves, and their keys, in memory for at most an hour.
public final class OpenIDClient: Sendable {
    public let providers: [OpenIDProviderSettings]
    private let parties: [String: Provider]
    private let outgoing: Outgoing
    private let logger: Logger

    public convenience init(
        _ providers: [OpenIDProviderSettings], logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(providers, outgoing: Outgoing("openid", logger: logger), logger: logger, now: now)
    }

    init(_ providers: [OpenIDProviderSettings], outgoing: Outgoing, logger: Logger, now: @escaping @Sendable () -> Date) {
        (self.providers, self.outgoing, self.logger) = (providers, outgoing, logger)
        parties = Dictionary(providers.map { ($0.name, Provider($0, outgoing: outgoing, now: now)) }) { first, _ in first }
    }

    /// Where the browser goes, and what has to be kept until it comes back.
    public func begin(_ provider: String, redirectURI: String, reauthenticating: Bool) async throws(OpenIDFailure) -> OpenIDRequest {
        try await logged(provider) { party throws(OpenIDFailure) in
            try await party.begin(redirectURI: redirectURI, reauthenticating: reauthenticating)
        }
    }

    /// What the provider's answer is worth.
    /// - Parameter query: the parameters of the callback's address.
    public func finish(_ request: OpenIDRequest, query: [String: String]) async throws(OpenIDFailure) -> OpenIDIdentity {
        try await logged(request.provider) { party throws(OpenIDFailure) in try await party.finish(request, query: query) }
    }

    /// The bytes of an identity's picture, at most 5 MB. They are the provider's: an image only when a decoder says so.
    public func picture(_ identity: OpenIDIdentity) async throws(OpenIDFailure) -> [UInt8] {
        try await logged(identity.provider) { party throws(OpenIDFailure) in try await party.picture(identity) }
    }

    /// How many requests went out, by host, purpose and outcome.
    public var requests: [OutgoingKind: Int] { outgoing.counts }

    /// Sends no more requests. Those on their way end within their 10 seconds.
    public func shutdown() async throws { outgoing.close() }

    private func logged<Value: Sendable>(
        _ name: String, _ work: (Provider) async throws(OpenIDFailure) -> Value
    ) async throws(OpenIDFailure) -> Value {
        do throws(OpenIDFailure) {
            guard let party = parties[name] else { throw .unknownProvider() }
            return try await work(party)
        } catch {
            let provider = parties[name] == nil ? "unknown" : name
            logger.log(
                level: error.wasCancelled ? .info : .warning, "openid refused",
                metadata: ["provider": "\(provider)", "reason": "\(error.reason)"])
            throw error
        }
    }
}
