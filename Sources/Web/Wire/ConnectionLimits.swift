import NIOCore

/// How much, how long and how slowly a client may send and take. A client that passes one of these loses its connection.
public struct ConnectionLimits: Sendable {
    /// Connections at once from one address; 0: any number; nil: a quarter of all, so that others find room. Trusted proxies are not counted.
    public var perAddress: Int?
    /// Requests on one connection; the last one is answered with `Connection: close`.
    public var requests = 10_000
    /// Bytes of a request's target, of one header field, and of all of them.
    public var target = 8 * 1024
    public var field = 16 * 1024
    public var head = 32 * 1024
    public var fields = 100
    /// Requests read ahead on one connection, and bytes of memory that their heads may take. When there is more, the last of them is answered
    /// with `Connection: close`.
    public var pipelined = 64
    public var readAhead = 32 * 1024
    /// Bytes of answers that one connection holds before it handles the next request, and from which it does so again; an answer of its own
    /// comes on top. What the kernel has taken does not count.
    public var writable = 16 * 1024..<32 * 1024
    /// Bytes of answers that all connections may hold; the largest holders lose theirs.
    public var unsent = 64 * 1024 * 1024
    /// Bytes of a request's body, and of one with files (multipart/form-data).
    public var body = 128 * 1024
    public var upload = 256 * 1024 * 1024
    /// Seconds until a request's head must be there; also what a body and an answer may take, with one more for every `bytesPerSecond`.
    public var patience = 10.0
    public var bytesPerSecond = 500
    /// Of a body with files, over any so many seconds in which more was asked for.
    public var uploadBytesPerSecond = 16 * 1024
    public var uploadWindow = 30.0
    /// Seconds that a connection may rest between requests.
    public var keepAlive = 75.0
    /// Milliseconds between two looks at the clock.
    public var sweep = 250
    /// The time by which slow clients are judged. Tests move it.
    public var clock: @Sendable () -> NIODeadline = { .now() }

    public init() {}

    var patienceTime: TimeAmount { .milliseconds(Int64(patience * 1000)) }
    var uploadWindowTime: TimeAmount { .milliseconds(Int64(uploadWindow * 1000)) }
    var keepAliveTime: TimeAmount { .milliseconds(Int64(keepAlive * 1000)) }

    /// How long `bytes` may take.
    func time(for bytes: Int) -> TimeAmount {
        patienceTime + .milliseconds(Int64(bytes * 1000 / max(1, bytesPerSecond)))
    }
}
