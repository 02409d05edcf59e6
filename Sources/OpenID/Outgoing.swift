import AsyncHTTPClient
import Logging
import NIOCore
import NIOSSL
import Synchronization

/// What a request goes out for, and how much of an answer it reads.
enum Purpose: String, Sendable {
    case discovery, keys, token, userinfo, picture

    var limit: Int {
        switch self {
        case .discovery, .keys: 256 * 1024
        case .token, .userinfo: 64 * 1024
        case .picture: 5_000_000
        }
    }
}

/// One request to a provider.
struct Errand: Sendable {
    var purpose: Purpose
    var address: WebAddress
    var reach: Reach
    var headers: [(String, String)] = []
    /// A form to post; nil: a GET.
    var form: String?
}

struct Reply: Sendable {
    var status: Int
    var contentType: String
    var body: [UInt8]
    /// Whether it came from an address that is not of the public internet.
    var isFromInside: Bool
}

enum OutgoingError: Error, Sendable {
    /// Nothing was sent.
    case refused(String)
    case unreachable(String)
    case tooLong, tooMuch, cancelled, closed

    var reason: String {
        switch self {
        case .refused(let reason), .unreachable(let reason): reason
        case .tooLong: "no answer in time"
        case .tooMuch: "the answer is too long"
        case .cancelled: "nobody waits any more"
        case .closed: "shutting down"
        }
    }
}

/// How many requests went out, by this.
public struct OpenIDRequestKind: Hashable, Sendable {
    public var host: String
    /// `discovery`, `keys`, `token`, `userinfo` or `picture`.
    public var purpose: String
    /// The answer's status, or `failed`.
    public var outcome: String
}

/// The only way out: every request to a provider is checked, limited, counted and logged here, and no redirect is followed.
///
/// A host is looked up once, and the connection goes to an address of that answer that has been checked, under the host's name: a name
/// that changes its mind in between changes nothing. So each request has a connection of its own.
final class Outgoing: Sendable {
    struct Options: Sendable {
        var time: Duration = .seconds(10)
        var lookUp: @Sendable (String) async -> [IPAddress] = IPAddress.lookUp
        /// Beside the system's authorities.
        var trusted: [NIOSSLCertificate] = []
    }

    private let options: Options
    private let logger: Logger
    private let state = Mutex((isClosed: false, counts: [OpenIDRequestKind: Int]()))

    init(_ options: Options = Options(), logger: Logger) { (self.options, self.logger) = (options, logger) }

    var counts: [OpenIDRequestKind: Int] { state.withLock { $0.counts } }

    func close() { state.withLock { $0.isClosed = true } }

    func send(_ errand: Errand) async throws(OutgoingError) -> Reply {
        if state.withLock({ $0.isClosed }) { throw .closed }
        let start = ContinuousClock.now
        do throws(OutgoingError) {
            let reply = try await within(options.time) { [self] () async throws(OutgoingError) in try await exchange(errand) }
            note(errand, outcome: "\(reply.status)", since: start)
            return reply
        } catch {
            note(errand, outcome: "failed", error: error.reason, since: start)
            throw error
        }
    }

    private func note(_ errand: Errand, outcome: String, error: String? = nil, since start: ContinuousClock.Instant) {
        let kind = OpenIDRequestKind(host: errand.address.host, purpose: errand.purpose.rawValue, outcome: outcome)
        state.withLock { $0.counts[kind, default: 0] += 1 }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        var metadata: Logger.Metadata = [
            "host": "\(kind.host)", "purpose": "\(kind.purpose)", "status": "\(outcome)", "ms": "\(Int(milliseconds.rounded()))",
        ]
        if let error { metadata["error"] = "\(error)" }
        logger.info("openid request", metadata: metadata)
    }

    private func exchange(_ errand: Errand) async throws(OutgoingError) -> Reply {
        guard errand.reach.names(errand.address) else { throw .refused("the provider's discovery does not name this host") }
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
                failure = .unreachable(Self.words(error))
            } catch {
                throw .unreachable(Self.words(error))
            }
        }
        throw failure
    }

    private func exchange(_ errand: Errand, at address: IPAddress) async throws -> Reply {
        var request = HTTPClientRequest(url: errand.address.text)
        for (name, value) in errand.headers { request.headers.add(name: name, value: value) }
        request.headers.replaceOrAdd(name: "User-Agent", value: "Boardwalk")
        if let form = errand.form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        let prepared = request
        return try await HTTPClient.withHTTPClient(configuration: configuration(errand.address.host, address)) { client in
            let response = try await client.execute(prepared, deadline: .distantFuture)
            return Reply(
                status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type") ?? "",
                body: try await Self.body(of: response, limit: errand.purpose.limit), isFromInside: address.isInside)
        }
    }

    /// Connects to `address` alone. Certificates are checked for `host`.
    private func configuration(_ host: String, _ address: IPAddress) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = options.trusted.isEmpty ? [] : [.certificates(options.trusted)]
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(3)), decompression: .disabled)
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

    /// What a library says of its failure, short and on one line.
    private static func words(_ error: any Error) -> String {
        let text = (error as? HTTPClientError)?.shortDescription ?? "\(error)"
        return String(text.prefix(200).filter { $0.isASCII && !$0.isNewline })
    }
}

/// What `work` gives within `limit`. It is cancelled then, but nobody waits for its end: a look-up of a name cannot be stopped.
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
