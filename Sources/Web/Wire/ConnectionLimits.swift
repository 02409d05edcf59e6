import NIOCore

/// How much, how long and how slowly a client may send and read. A client that exceeds one of these limits loses its connection.
public struct ConnectionLimits: Sendable {
    /// The most connections at the same time from one address. 0 means any number. Nil means a quarter of all connections, so that other
    /// addresses find room. Connections of trusted proxies are not counted.
    public var perAddress: Int?
    /// The most requests on one connection. The last one is answered with `Connection: close`.
    public var requests = 10_000
    /// The most bytes of a request's target (`target`), of one header field (`field`) and of all of them (`head`), and the most fields
    /// (`fields`).
    public var target = 8 * 1024
    public var field = 16 * 1024
    public var head = 32 * 1024
    public var fields = 100
    /// The most requests that are read ahead on one connection, and the memory that their heads may take, in bytes. The last request within
    /// the limit is answered with `Connection: close`.
    public var pipelined = 64
    public var readAhead = 32 * 1024
    /// The bytes of unsent responses of one connection: above the upper bound it handles no further request, below the lower bound it
    /// continues. One response may come on top. Bytes in the kernel's buffers do not count.
    public var writable = 16 * 1024..<32 * 1024
    /// The bytes of unsent responses of all connections. Above that, the connections with the most unsent bytes are closed.
    public var unsent = 64 * 1024 * 1024
    /// The most bytes of a request's body (`body`), and of a body with files (`upload`, for multipart/form-data).
    public var body = 128 * 1024
    public var upload = 256 * 1024 * 1024
    /// The seconds within which a request's head must arrive. A body and a response may take as long, and one second more for every
    /// `bytesPerSecond`.
    public var patience = 10.0
    public var bytesPerSecond = 500
    /// The minimum rate of a body with files, measured over a window of so many seconds in which more was requested.
    public var uploadBytesPerSecond = 16 * 1024
    public var uploadWindow = 30.0
    /// The seconds that a connection may be idle between requests.
    public var keepAlive = 75.0
    /// The milliseconds between two checks of all connections.
    public var sweep = 250
    /// The clock by which slow clients are judged. Tests replace it.
    public var clock: @Sendable () -> NIODeadline = { .now() }

    public init() {}

    var patienceTime: TimeAmount { .milliseconds(Int64(patience * 1000)) }
    var uploadWindowTime: TimeAmount { .milliseconds(Int64(uploadWindow * 1000)) }
    var keepAliveTime: TimeAmount { .milliseconds(Int64(keepAlive * 1000)) }

    func time(for bytes: Int) -> TimeAmount {
        patienceTime + .milliseconds(Int64(bytes * 1000 / max(1, bytesPerSecond)))
    }
}
