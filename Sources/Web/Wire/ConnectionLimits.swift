import NIOCore

/// Limits for how much, how long and how slowly a client may send and read. A client that exceeds a limit loses its connection.
public struct ConnectionLimits: Sendable {
    /// The maximum number of connections from one address at the same time. 0 means that there is no limit. Nil means that one address may
    /// use a quarter of all connections, so that other addresses get connections too. Connections of trusted proxies are not counted.
    public var perAddress: Int?
    /// The maximum number of requests on one connection. The last response has the header `Connection: close`.
    public var requests = 10_000
    /// The maximum number of bytes of a request's target (`target`), of one header field (`field`) and of the whole head (`head`), and the
    /// maximum number of header fields (`fields`).
    public var target = 8 * 1024
    public var field = 16 * 1024
    public var head = 32 * 1024
    public var fields = 100
    /// The maximum number of requests that are read before earlier requests are answered (`pipelined`), and the bytes of memory that their
    /// heads may take (`readAhead`). The response to the last request within the limit has the header `Connection: close`.
    public var pipelined = 64
    public var readAhead = 32 * 1024
    /// Limits for the bytes of unsent responses of a connection. At the upper bound, the connection stops handling requests. Below the
    /// lower bound, it continues. The last response may exceed the upper bound. Bytes in the kernel's buffers do not count.
    public var writable = 16 * 1024..<32 * 1024
    /// The maximum number of bytes of unsent responses of all connections. If there are more, the connections with the most unsent bytes
    /// are closed.
    public var unsent = 64 * 1024 * 1024
    /// The maximum number of bytes of a request's body (`body`), and of a body with files, which is multipart/form-data (`upload`).
    public var body = 128 * 1024
    public var upload = 256 * 1024 * 1024
    /// The seconds within which the head of a request must arrive (`headTimeout`). A body and a response may take this time, and one more
    /// second for every `bytesPerSecond` bytes.
    public var headTimeout = 10.0
    public var bytesPerSecond = 500
    /// The minimum rate in bytes per second of a body with files, and the number of seconds over which it is measured. Only time in which
    /// the server requested more bytes counts.
    public var uploadBytesPerSecond = 16 * 1024
    public var uploadWindow = 30.0
    /// The maximum number of seconds between two requests on a connection.
    public var keepAlive = 75.0
    /// The number of milliseconds between two checks of all connections.
    public var sweep = 250
    /// The clock that decides whether a client is too slow. Tests replace it.
    public var clock: @Sendable () -> NIODeadline = { .now() }

    public init() {}

    var headTime: TimeAmount { .milliseconds(Int64(headTimeout * 1000)) }
    var uploadWindowTime: TimeAmount { .milliseconds(Int64(uploadWindow * 1000)) }
    var keepAliveTime: TimeAmount { .milliseconds(Int64(keepAlive * 1000)) }

    func time(for bytes: Int) -> TimeAmount {
        headTime + .milliseconds(Int64(bytes * 1000 / max(1, bytesPerSecond)))
    }
}
