import Glibc
import NIOCore

/// The beginning of Linux's `struct tcp_info` (linux/tcp.h), of which glibc's ends too early.
struct AcknowledgedBytes: Sendable {
    // 8 flags, 24 numbers of 32 bits, and two rates.
    private typealias Before = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    private var before: Before = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private var acknowledged: UInt64 = 0

    /// How many bytes the other end has acknowledged; nil where that cannot be known. To be called on the channel's event loop.
    static func of(_ channel: any Channel) -> Int? {
        guard let socket = channel as? any SocketOptionProvider else { return nil }
        let option = NIOBSDSocket.Option(rawValue: TCP_INFO)
        let info: EventLoopFuture<AcknowledgedBytes> = socket.unsafeGetSocketOption(level: .tcp, name: option)
        // On the event loop it is there already.
        var bytes: Int?
        info.assumeIsolated().whenSuccess { bytes = Int($0.acknowledged) }
        return bytes
    }
}
