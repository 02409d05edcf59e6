import AsyncHTTPClient
import Logging
import NIOCore
import NIOSSL
import Synchronization

/// The purpose of a request, which log and metrics show, with the size limit of its answer.
package struct Purpose: Sendable {
    package var name: String
    /// The maximum number of bytes of the answer.
    package var limit: Int

    package init(_ name: String, limit: Int) { (self.name, self.limit) = (name, limit) }
}

/// An HTTP request to another server, such as an OpenID provider.
package struct Errand: Sendable {
    package enum Content: Sendable {
        /// A form, as text that `FormEncoding` has encoded.
        case form(String)
        case text(String)

        fileprivate var type: String {
            switch self {
            case .form: "application/x-www-form-urlencoded"
            case .text: "text/plain"
            }
        }

        fileprivate var text: String {
            switch self {
            case .form(let text), .text(let text): text
            }
        }
    }

    package var purpose: Purpose
    package var address: WebAddress
    package var reach: Reach
    package var headers: [(String, String)]
    /// The body of a POST request. Nil if the request is a GET request.
    package var content: Content?

    package init(
        _ purpose: Purpose, to address: WebAddress, within reach: Reach, headers: [(String, String)] = [], content: Content? = nil
    ) {
        (self.purpose, self.address, self.reach, self.headers, self.content) = (purpose, address, reach, headers, content)
    }
}

package struct Reply: Sendable {
    package var status: Int
    package var contentType: String
    /// The number of seconds in the header Retry-After (RFC 9110, section 10.2.3). Nil if there is no such header, or if it contains a
    /// date.
    package var retryAfter: Int?
    package var body: [UInt8]
    /// Whether the answer came from an address that is not on the public internet.
    package var isFromInside: Bool
}

package enum OutgoingError: Error, Sendable {
    /// The address of the request is not allowed. Nothing was sent.
    case refused(String)
    case unreachable(String)
    case tooLong, tooMuch, cancelled, closed

    /// Whether the other server did not answer, or did not answer in time. Another attempt may succeed.
    package var isAway: Bool {
        switch self {
        case .refused, .tooMuch: false
        case .unreachable, .tooLong, .cancelled, .closed: true
        }
    }

    package var reason: String {
        switch self {
        case .refused(let reason), .unreachable(let reason): reason
        case .tooLong: "no answer in time"
        case .tooMuch: "the answer is too long"
        case .cancelled: "nobody waits any more"
        case .closed: "shutting down"
        }
    }
}

/// The properties by which requests are counted for the metrics.
public struct OutgoingKind: Hashable, Sendable {
    public var host: String
    public var purpose: String
    /// The status code of the answer, or `failed` if there was no answer.
    public var outcome: String

    package init(host: String, purpose: String, outcome: String) { (self.host, self.purpose, self.outcome) = (host, purpose, outcome) }
}

/// Sends all requests to other servers. It checks, limits, counts and logs each request, and follows no redirects.
///
/// Each request looks up its host only once, checks the addresses, and connects only to an address that it has checked. So an attack with a
/// second lookup that returns another address (DNS rebinding) is impossible. Each request has a connection of its own.
package final class Outgoing: Sendable {
    package struct Options: Sendable {
        /// The time limit for a whole request.
        package var time: Duration
        /// The time limit for connecting, including the TLS handshake.
        package var connecting: Duration
        package var lookUp: @Sendable (String) async -> [IPAddress]
        /// Certificates that are trusted in addition to those of the system's certificate authorities.
        package var trusted: [NIOSSLCertificate]

        package init(
            time: Duration = .seconds(10), connecting: Duration = .seconds(3),
            lookUp: @escaping @Sendable (String) async -> [IPAddress] = IPAddress.lookUp,
            trusted: [NIOSSLCertificate] = []
        ) {
            (self.time, self.connecting, self.lookUp, self.trusted) = (time, connecting, lookUp, trusted)
        }
    }

    /// The name of the client, which the log shows.
    private let name: String

    private let options: Options
    private let logger: Logger
    private let state = Mutex((isClosed: false, counts: [OutgoingKind: Int]()))

    package init(_ name: String, _ options: Options = Options(), logger: Logger) {
        (self.name, self.options, self.logger) = (name, options, logger)
    }

    package var counts: [OutgoingKind: Int] { state.withLock { $0.counts } }

    package func close() { state.withLock { $0.isClosed = true } }

    package func send(_ errand: Errand) async throws(OutgoingError) -> Reply {
        if state.withLock({ $0.isClosed }) { throw .closed }
        let start = ContinuousClock.now
        do throws(OutgoingError) {
            let reply = try await within(options.time) { [self] () async throws(OutgoingError) in try await exchange(errand) }
            log(errand, outcome: "\(reply.status)", since: start)
            return reply
        } catch {
            log(errand, outcome: "failed", error: error.reason, since: start)
            throw error
        }
    }

    private func log(_ errand: Errand, outcome: String, error: String? = nil, since start: ContinuousClock.Instant) {
        let kind = OutgoingKind(host: errand.address.host, purpose: errand.purpose.name, outcome: outcome)
        state.withLock { $0.counts[kind, default: 0] += 1 }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        var metadata: Logger.Metadata = [
            "host": "\(kind.host)", "purpose": "\(kind.purpose)", "status": "\(outcome)", "ms": "\(Int(milliseconds.rounded()))",
        ]
        if let error { metadata["error"] = "\(error)" }
        logger.info("\(name) request", metadata: metadata)
    }

    private func exchange(_ errand: Errand) async throws(OutgoingError) -> Reply {
        guard errand.reach.names(errand.address) else { throw .refused("the host is not one of those that may be asked") }
        let found = await options.lookUp(errand.address.host)
        let permitted = found.filter { errand.reach.permits($0, for: errand.address) }
        guard !permitted.isEmpty else {
            throw found.isEmpty ? .unreachable("the host is not known") : .refused("the host has no address that may be asked")
        }
        var failure = OutgoingError.tooLong
        for address in permitted.prefix(3) {
            do {
                return try await exchange(errand, at: address)
            } catch let error as OutgoingError {
                throw error
            } catch  where Self.isBeforeSending(error) {
                failure = .unreachable(Self.description(of: error))
            } catch {
                throw .unreachable(Self.description(of: error))
            }
        }
        throw failure
    }

    private func exchange(_ errand: Errand, at address: IPAddress) async throws -> Reply {
        var request = HTTPClientRequest(url: errand.address.text)
        for (name, value) in errand.headers { request.headers.add(name: name, value: value) }
        request.headers.replaceOrAdd(name: "User-Agent", value: "Boardwalk")
        if let content = errand.content {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: content.type)
            request.body = .bytes(ByteBuffer(string: content.text))
        }
        let prepared = request
        return try await HTTPClient.withHTTPClient(configuration: configuration(errand.address.host, address)) { client in
            let response = try await client.execute(prepared, deadline: .distantFuture)
            return Reply(
                status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
                retryAfter: response.headers.first(name: "Retry-After").flatMap(Int.init),
                body: try await Self.body(of: response, limit: errand.purpose.limit), isFromInside: address.isInside)
        }
    }

    /// Returns a configuration that connects only to `address`, and checks that the certificate is for `host`.
    private func configuration(_ host: String, _ address: IPAddress) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = options.trusted.isEmpty ? [] : [.certificates(options.trusted)]
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .init(options.connecting)),
            decompression: .disabled)
        configuration.dnsOverride = [host: address.text]
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    private static func body(of response: HTTPClientResponse, limit: Int) async throws -> [UInt8] {
        var body: [UInt8] = []
        for try await chunk in response.body {
            body.append(contentsOf: chunk.readableBytesView)
            guard body.count <= limit else { throw OutgoingError.tooMuch }
        }
        return body
    }

    private static func isBeforeSending(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .connectTimeout
        case let error as ChannelError: if case .connectTimeout = error { true } else { false }
        default: error is IOError
        }
    }

    /// Returns a description of a library's error that is short and has one line.
    private static func description(of error: any Error) -> String {
        let text = (error as? HTTPClientError)?.shortDescription ?? "\(error)"
        return String(text.prefix(200).filter { $0.isASCII && !$0.isNewline })
    }
}

/// Returns the result of `work`. After `limit`, it throws `tooLong` and cancels `work`, but does not wait until `work` ends, because the
/// lookup of a name cannot be stopped.
private func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws(OutgoingError) -> Value
) async throws(OutgoingError) -> Value {
    let (results, result) = AsyncStream<Result<Value, OutgoingError>>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let worker = Task {
        do throws(OutgoingError) { result.yield(.success(try await work())) } catch { result.yield(.failure(error)) }
    }
    let clock = Task { if (try? await Task.sleep(for: limit)) != nil { result.yield(.failure(.tooLong)) } }
    defer {
        worker.cancel()
        clock.cancel()
    }
    for await first in results { return try first.get() }
    throw .cancelled
}
