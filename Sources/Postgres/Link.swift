import CLibPQ
import Glibc
import Logging

/// What a `Link` tells its owner.
protocol LinkOwner: AnyObject {
    func linkOpened(_ link: Link)
    func linkReadable(_ link: Link)
    /// The connection is gone; `sent` data may or may not have been carried out.
    func linkLost(_ link: Link, because reason: String, wasOpen: Bool)
}

/// The life of one libpq connection: connect without blocking, watch its socket, lose it, try again with growing pauses.
/// Used on the I/O thread only.
final class Link {
    enum State {
        case waiting(until: UInt64)
        case connecting(until: UInt64)
        case open
        case closed
    }

    private(set) var state: State = .waiting(until: 0)
    private(set) var connection: OpaquePointer?
    weak var owner: (any LinkOwner)?
    let token: UInt64

    private let configuration: DatabaseConfiguration
    private let poller: Int32
    private let logger: Logger
    private var watchedSocket: Int32 = -1
    private var watchedInterest: Int32 = 0
    private var pause: UInt64 = Link.firstPause

    private static let firstPause: UInt64 = 50_000_000
    private static let longestPause: UInt64 = 2_000_000_000
    private static let connectLimit: UInt64 = 5_000_000_000

    init(token: UInt64, configuration: DatabaseConfiguration, poller: Int32, logger: Logger) {
        self.token = token
        self.configuration = configuration
        self.poller = poller
        self.logger = logger
    }

    var isOpen: Bool { if case .open = state { true } else { false } }

    /// When this link wants to be looked at even if its socket is silent.
    var wakeTime: UInt64? {
        switch state {
        case .waiting(let until), .connecting(let until): until
        case .open, .closed: nil
        }
    }

    func tick(now: UInt64) {
        switch state {
        case .waiting(let until) where now >= until: connect(now: now)
        case .connecting(let until) where now >= until: lose("no answer to the connection attempt")
        default: break
        }
    }

    func socketReady(_ interest: Int32) {
        switch state {
        case .connecting: advance()
        case .open:
            if interest & poller_writable != 0 { flush() }
            if isOpen, interest & poller_readable != 0 { receive() }
        case .waiting, .closed: break
        }
    }

    /// Sends what libpq has buffered, and watches for room when the socket is full.
    func flush() {
        guard let connection else { return }
        let left = PQflush(connection)
        guard left >= 0 else { return lose(errorMessage()) }
        let readable = poller_readable
        watch(left == 1 ? readable | poller_writable : readable)
    }

    /// Gives the connection up and schedules the next attempt.
    func lose(_ reason: String) {
        guard !isClosed else { return }
        let wasOpen = isOpen
        disconnect()
        let jitter = UInt64.random(in: 0...(pause / 4))
        state = .waiting(until: monotonicNow() + pause + jitter)
        pause = min(pause * 2, Self.longestPause)
        logger.log(level: wasOpen ? .warning : .debug, "database connection lost", metadata: ["reason": .string(reason)])
        owner?.linkLost(self, because: reason, wasOpen: wasOpen)
    }

    func close() {
        disconnect()
        state = .closed
    }

    func errorMessage() -> String {
        guard let connection, let text = PQerrorMessage(connection) else { return "out of memory" }
        return String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private var isClosed: Bool { if case .closed = state { true } else { false } }

    private func connect(now: UInt64) {
        // The URL comes first: what follows holds whatever it says. Keepalives notice a line that was cut in silence.
        let parameters = [
            ("dbname", configuration.url), ("application_name", configuration.applicationName), ("client_encoding", "UTF8"),
            ("options", configuration.serverOptions), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
        ]
        connection = withCStrings(parameters.map(\.0), parameters.map(\.1)) { PQconnectStartParams($0, $1, 1) }
        guard let connection, PQstatus(connection) != CONNECTION_BAD else { return lose(errorMessage()) }
        state = .connecting(until: now + Self.connectLimit)
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        watch(poller_writable)
    }

    private func advance() {
        guard let connection else { return }
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_READING: watch(poller_readable)
        case PGRES_POLLING_WRITING: watch(poller_writable)
        case PGRES_POLLING_OK: opened(connection)
        default: lose(errorMessage())
        }
    }

    private func opened(_ connection: OpaquePointer) {
        guard PQsetnonblocking(connection, 1) == 0 else { return lose(errorMessage()) }
        watch(poller_readable)
        state = .open
        pause = Self.firstPause
        owner?.linkOpened(self)
    }

    private func receive() {
        guard let connection else { return }
        guard PQconsumeInput(connection) == 1 else { return lose(errorMessage()) }
        owner?.linkReadable(self)
    }

    /// libpq may have changed its socket since the last call (several addresses are tried in turn).
    private func watch(_ interest: Int32) {
        guard let connection else { return }
        let socket = PQsocket(connection)
        if socket != watchedSocket {
            if watchedSocket >= 0 { _ = poller_remove(poller, watchedSocket) }
            _ = poller_add(poller, socket, interest, token)
        } else if interest != watchedInterest || !isOpen {
            // While connecting, the number may be that of a new socket in place of a closed one, which the poller has forgotten.
            if poller_modify(poller, socket, interest, token) != 0 { _ = poller_add(poller, socket, interest, token) }
        }
        (watchedSocket, watchedInterest) = (socket, interest)
    }

    private func disconnect() {
        if watchedSocket >= 0 { _ = poller_remove(poller, watchedSocket) }
        watchedSocket = -1
        if let connection { PQfinish(connection) }
        connection = nil
    }
}

/// Calls `body` with two NULL-terminated arrays of C strings.
func withCStrings<Value>(
    _ first: [String], _ second: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
    func duplicates(_ strings: [String]) -> [UnsafePointer<CChar>?] { strings.map { UnsafePointer(strdup($0)) } + [nil] }
    let (left, right) = (duplicates(first), duplicates(second))
    defer { for pointer in left + right { free(UnsafeMutableRawPointer(mutating: pointer)) } }
    return left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
            guard let left = left.baseAddress, let right = right.baseAddress else { preconditionFailure("both arrays end in NULL") }
            return body(left, right)
        }
    }
}
