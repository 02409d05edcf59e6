import CLibPQ
import Glibc
import Logging

protocol LinkOwner: AnyObject {
    func linkOpened(_ link: Link)
    func linkReadable(_ link: Link)
    /// The connection is lost. The server may or may not have processed the data that were sent.
    func linkLost(_ link: Link, because reason: String, wasOpen: Bool)
}

/// One connection of libpq. It connects without blocking, waits for events on its socket, and connects again after a loss, with growing
/// pauses. It is used on the I/O thread only.
final class Link {
    enum State {
        case waiting(until: UInt64)
        case lookingUp(until: UInt64)
        case connecting(until: UInt64)
        case open
        case closed
    }

    private(set) var state: State = .waiting(until: 0)
    private(set) var connection: OpaquePointer?
    weak var owner: (any LinkOwner)?
    let token: Int
    /// The message that the server sent before it closed the connection. Nil if the server sent no message.
    var farewell: String?

    private let configuration: DatabaseConfiguration
    private let address: ServerAddress
    private let poller: Int32
    private unowned let thread: IOThread
    private let logger: Logger
    private var watchedSocket: Int32 = -1
    private var watchedInterest: Int32 = 0
    private var usesTLS = false
    private var pause: UInt64 = Link.firstPause

    private static let firstPause: UInt64 = 50_000_000
    private static let longestPause: UInt64 = 2_000_000_000

    init(token: Int, configuration: DatabaseConfiguration, address: ServerAddress, poller: Int32, thread: IOThread, logger: Logger) {
        self.token = token
        self.configuration = configuration
        self.address = address
        self.poller = poller
        self.thread = thread
        self.logger = logger
    }

    var isOpen: Bool { if case .open = state { true } else { false } }

    /// The time when `tick` must be called even if nothing happens on the socket. `UInt64.max` if it need not be called.
    var wakeTime: UInt64 {
        switch state {
        case .waiting(let until), .lookingUp(let until), .connecting(let until): until
        case .open, .closed: .max
        }
    }

    func tick(now: UInt64) {
        switch state {
        case .waiting(let until) where now >= until: start(now: now)
        case .lookingUp(let until) where now >= until: lose("no answer to the look-up of its name")
        case .connecting(let until) where now >= until: lose("no answer to the connection attempt")
        default: break
        }
    }

    func lookedUp(_ result: ServerAddress.Lookup) {
        guard case .lookingUp = state else { return }
        switch result {
        case .success(let hosts): connect(to: hosts)
        case .failure(let error): lose(error.description)
        }
    }

    func socketReady(_ interest: Int32) {
        switch state {
        case .connecting: advance()
        case .open:
            if interest & poller_writable != 0 { flush() }
            if isOpen, interest & poller_readable != 0 { receive() }
        case .waiting, .lookingUp, .closed: break
        }
    }

    /// Sends the bytes that libpq has buffered. If the socket is full, the rest is sent when the socket has room again.
    func flush() {
        guard let connection else { return }
        let left = PQflush(connection)
        guard left >= 0 else { return lose() }
        let readable = poller_readable
        watch(left == 1 ? readable | poller_writable : readable)
    }

    /// Closes a lost connection and sets the time of the next attempt to connect.
    func lose(_ given: String? = nil) {
        guard !isClosed else { return }
        let (wasOpen, reason) = (isOpen, given ?? fault())
        disconnect()
        let jitter = UInt64.random(in: 0...(pause / 4))
        state = .waiting(until: monotonicNow() + pause + jitter)
        pause = min(pause * 2, Self.longestPause)
        logger.log(level: wasOpen ? .warning : .debug, "database connection lost", metadata: ["reason": .string(reason)])
        owner?.linkLost(self, because: reason, wasOpen: wasOpen)
    }

    /// Replaces a working connection by a new one, because libpq never frees the memory of its buffers.
    func renew() {
        disconnect()
        state = .waiting(until: 0)
    }

    func close() {
        disconnect()
        state = .closed
    }

    /// The reason why the connection was lost. On an open connection, libpq's message is not used, because it may quote an earlier error,
    /// which may contain the value of a parameter. The message on a failed attempt to connect contains no such value.
    private func fault() -> String {
        if let farewell { return "closed by the server: \(farewell)" }
        guard !isOpen else { return "the connection broke" }
        guard address.isValid else { return "the database's address is not a valid connection string" }
        guard let connection, let text = PQerrorMessage(connection) else { return "out of memory" }
        return String(cString: text).onOneLine
    }

    private var isClosed: Bool { if case .closed = state { true } else { false } }

    private func start(now: UInt64) {
        guard address.needsLookup else { return connect(to: nil) }
        state = .lookingUp(until: now + configuration.connectTimeout.nanoseconds)
        thread.lookUp()
    }

    private func connect(to hosts: ServerAddress.Hosts?) {
        // The URL comes first, so the parameters after it override its values. Keepalives detect a connection that ended without a message.
        // GSSAPI encryption is off, because it would buffer data that the poller cannot see.
        var parameters = [
            ("dbname", configuration.url), ("application_name", configuration.applicationName), ("client_encoding", "UTF8"),
            ("options", configuration.serverOptions), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("gssencmode", "disable"),
        ]
        if let hosts {
            let lists = [("host", hosts.names), ("hostaddr", hosts.addresses), ("port", hosts.ports)]
            parameters += lists.map { ($0, $1.joined(separator: ",")) }
        }
        farewell = nil
        connection = withCStrings(parameters.map(\.0), parameters.map(\.1)) { PQconnectStartParams($0, $1, 1) }
        guard let connection, PQstatus(connection) != CONNECTION_BAD else { return lose() }
        state = .connecting(until: monotonicNow() + configuration.connectTimeout.nanoseconds)
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        watch(poller_writable)
    }

    private func advance() {
        guard let connection else { return }
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_READING: watch(poller_readable)
        case PGRES_POLLING_WRITING: watch(poller_writable)
        case PGRES_POLLING_OK: opened(connection)
        default: lose()
        }
    }

    private func opened(_ connection: OpaquePointer) {
        guard PQsetnonblocking(connection, 1) == 0 else { return lose() }
        watch(poller_readable)
        usesTLS = PQsslInUse(connection) == 1
        state = .open
        pause = Self.firstPause
        owner?.linkOpened(self)
    }

    /// Reads everything that has arrived. One TLS record may contain more than libpq reads at once. The rest is then in OpenSSL, where the
    /// poller does not see it. So reading continues until OpenSSL has nothing left.
    private func receive() {
        repeat {
            guard let connection else { return }
            guard PQconsumeInput(connection) == 1 else { return lose() }
            owner?.linkReadable(self)
        } while isOpen && usesTLS && tls_pending(connection) > 0
    }

    /// Watches the socket for events. libpq may have replaced the socket since the last call, because it tries several addresses in turn.
    private func watch(_ interest: Int32) {
        guard let connection else { return }
        let socket = PQsocket(connection)
        if socket != watchedSocket {
            if watchedSocket >= 0 { _ = poller_remove(poller, watchedSocket) }
            _ = poller_add(poller, socket, interest, UInt64(token))
        } else if interest != watchedInterest || !isOpen {
            // While libpq connects, the descriptor may belong to a new socket that has the number of a closed socket. The poller does not
            // know the new socket, so the socket is added.
            if poller_modify(poller, socket, interest, UInt64(token)) != 0 { _ = poller_add(poller, socket, interest, UInt64(token)) }
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

/// Calls `body` with the texts as two arrays of C strings. Each array ends with NULL.
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
